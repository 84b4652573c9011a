import type { AssistantEndpoint } from '../../../config.ts'

const timeoutMs = 10_000

/** Requests the models of the endpoint. Returns a description; throws with a message for the operator if it cannot be used. */
export async function checkEndpoint({ baseUrl, model, apiKey }: AssistantEndpoint): Promise<string> {
  const response = await fetch(`${baseUrl}/models`, {
    headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error) => {
    throw new Error(`nothing answers at ${baseUrl} (${(error.cause as Error | undefined)?.message ?? error.message})`)
  })
  if (response.status === 401 || response.status === 403) throw new Error(`${baseUrl} refuses the key`)
  if (!response.ok) throw new Error(`${baseUrl}/models answers ${response.status}`)
  const { data } = (await response.json().catch(() => ({}))) as { data?: { id?: string }[] }
  if (!data?.some(({ id }) => id === model)) throw new Error(`${baseUrl} has no model ${model}`)
  return `${model} at ${baseUrl}`
}
