import { SecondFactorDocument } from '#schema/web/graphql'
import { useQuery } from '../../graphql/client.ts'
import { TextField } from '../../ui/field.tsx'
import { messages as page } from './security.messages.ts'

/** Asks for a code if the user has a second factor. */
export function SecondFactorField({ error }: { error: string | undefined }) {
  const { data } = useQuery(SecondFactorDocument, {})
  const messages = page.secondFactor
  if (!data?.secondFactor?.totp) return null
  return (
    <TextField
      label={messages.code}
      name="code"
      hint={messages.codeHint}
      autoComplete="one-time-code"
      required
      error={error}
    />
  )
}

export const trimCode = (code: string | undefined) => code?.trim() || null
