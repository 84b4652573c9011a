import type { DocumentNode, ExecutionArgs, ExecutionResult } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { AdmittedMember, Credentials } from '#core/operation/operation'
import { estimateJsonBytes } from '#core/runtime/json-size'

/** Milliseconds. */
const keptFor = 2_000

/** Bytes of JSON in the cache; larger results are only shared while being computed. */
const maxBytes = 8 * 1024 * 1024

interface Follower extends AdmittedMember {
  credentials: Credentials
}

/**
 * Computes the result of an event once for all subscriptions with the same document and rights, such as a member's many tabs. `sequence`
 * is the event's.
 */
export function createEventResultCache() {
  const answers = new LRUCache<string, Promise<ExecutionResult>>({
    max: 100,
    maxSize: maxBytes,
    ttl: keptFor,
    ttlAutopurge: true,
  })
  const documents = new WeakMap<DocumentNode, number>()
  let known = 0
  const numberOf = (document: DocumentNode): number => {
    const number = documents.get(document) ?? known++
    documents.set(document, number)
    return number
  }
  return (
    sequence: number,
    { organizationId, organizationLanguage, caller, credentials }: Follower,
    { document, operationName, variableValues }: ExecutionArgs,
    compute: () => Promise<ExecutionResult>,
  ): Promise<ExecutionResult> => {
    const { isSession, language } = credentials
    const rights = [caller, isSession, language, organizationLanguage]
    const key = JSON.stringify([organizationId, sequence, numberOf(document), operationName, variableValues, rights])
    const shared = answers.get(key)
    if (shared) return shared
    const computed = compute()
    answers.set(key, computed, { size: key.length })
    const keep = (answer: ExecutionResult) => {
      // The cache does not update the size of an existing entry.
      if (answers.delete(key)) answers.set(key, computed, { size: key.length + estimateJsonBytes(answer, maxBytes) })
    }
    computed.then(keep, () => answers.delete(key))
    return computed
  }
}
