import { select } from '#core/database/select'
import { allOf, invalid, type Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { noLeitwegId } from '#core/text/leitweg-id'
import { Client } from './client.entity.ts'
import type { ImportClientInput } from './client.inputs.ts'

/** The client that an entry of an import is already. */
export interface Known {
  /** Position of the entry, from 0. */
  index: number
  clientId: string
}

/** By what an entry is known, each as it is compared. */
const keys = {
  externalId: (text: string) => text,
  email: (text: string) => text.toLowerCase(),
  customerNumber: (text: string) => text,
} as const
const names = Object.keys(keys) as (keyof typeof keys)[]

const twice = { de: 'steht schon weiter oben', en: 'stands above already' }

/**
 * Those of the entries that are clients already: by external id, email address or number.
 * @throws 422 for what cannot be a client, and for a key that two entries have.
 */
export async function knownAmong(context: Context, entries: readonly ImportClientInput[]): Promise<Known[]> {
  const problem = allOf([...badReferences(context, entries), ...duplicates(entries)])
  if (problem) throw problem
  const sought = (name: keyof typeof keys) => entries.flatMap((entry) => keyOf(entry, name) ?? [])
  const found = await context.query<Record<keyof typeof keys, string | null> & { id: string }>(
    select`id, external_id as "externalId", email, customer_number as "customerNumber" from clients
        where organization_id = ${context.organizationId}
          and (external_id = any(${sought('externalId')}) or lower(email) = any(${sought('email')})
            or customer_number = any(${sought('customerNumber')}))
        order by created_at, id`,
  )
  return entries.flatMap((entry, index) => {
    const client = found.find((each) =>
      names.some((name) => keyOf(entry, name) !== undefined && keyOf(entry, name) === keyOf(each, name)),
    )
    return client ? [{ index, clientId: client.id }] : []
  })
}

/** Creates those that are no clients yet. */
export async function importClients(context: Context, entries: readonly ImportClientInput[]) {
  const known = await knownAmong(context, entries)
  const isKnown = new Set(known.map(({ index }) => index))
  const clients = entries
    .filter((_, index) => !isKnown.has(index))
    .map((entry) => {
      const client = context.create(Client, entry)
      context.record('client.created', client)
      return client
    })
  return { clients, known }
}

const keyOf = (entry: Partial<Record<keyof typeof keys, string | null>>, name: keyof typeof keys) => {
  const value = entry[name]
  return value ? keys[name](value) : undefined
}

const badReferences = (context: Context, entries: readonly ImportClientInput[]): Problem[] =>
  entries.flatMap((entry, index) =>
    context.draft(Client, entry).hasBuyerReference ? [] : [invalid(`clients.${index}.buyerReference`, noLeitwegId)],
  )

const duplicates = (entries: readonly ImportClientInput[]): Problem[] =>
  names.flatMap((name) => {
    const seen = new Set<string>()
    return entries.flatMap((entry, index) => {
      const key = keyOf(entry, name)
      if (key === undefined) return []
      const isSecond = seen.has(key)
      seen.add(key)
      return isSecond ? [invalid(`clients.${index}.${name}`, twice)] : []
    })
  })
