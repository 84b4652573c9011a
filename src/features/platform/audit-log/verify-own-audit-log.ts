import { Problem } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { readAuditAnchors } from './audit-anchors.ts'
import { type ChainVerification, verifyAuditChain } from './verify-audit-chain.ts'

/** Longer chains need `kontor doctor`. */
const timeoutMs = 10_000

/** 503 if the chain is too long for a request. */
export async function verifyOwnAuditLog(context: Context): Promise<ChainVerification> {
  const anchors = await readAuditAnchors(context.services.storage, context.organizationId)
  const until = performance.now() + timeoutMs
  return verifyAuditChain(
    context.organizationId,
    (statement) => context.query(statement) as Promise<never[]>,
    anchors,
    () => {
      if (performance.now() > until) throw tooLong()
      context.clearReadCache()
    },
  )
}

const tooLong = () =>
  new Problem(503, 'unavailable', {
    de: 'Das Protokoll ist zu lang, um es in einer Anfrage zu prüfen: `kontor doctor` prüft es ganz.',
    en: 'The log is too long to be verified within a request: `kontor doctor` verifies all of it.',
  })
