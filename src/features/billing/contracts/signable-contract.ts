import type { ShownToSigner, Signable } from '#core/operation/signable'
import type { Language } from '#core/text/language'
import { Contract, type ContractStatus } from './contract.entity.ts'
import { readContent } from './contract.reads.ts'

const states: Readonly<Record<ContractStatus, ShownToSigner['state']>> = {
  draft: 'closed',
  sent: 'open',
  signed: 'signed',
  cancelled: 'signed',
}

/** A contract as whoever has its link sees it, and what becomes of it by the link. */
export const signableContract: Signable<Contract> = {
  kind: 'contract',
  entity: Contract,
  noun: { de: 'Vertrag', en: 'Contract' },
  async show(context, contract) {
    const { status, number, title, sentAt, signedAt, signerName, rejectedAt } = contract
    const language = (contract.language ?? 'de') as Language
    return {
      state: rejectedAt ? 'rejected' : states[status as ContractStatus],
      status,
      number: number ?? '',
      title: `${signableContract.noun[language]} ${number}: ${title}`,
      totalCents: null,
      lineItems: [],
      content: await readContent(context, contract.id),
      contentIs: 'markdown',
      validUntil: null,
      language,
      sentAt: sentAt ?? contract.createdAt,
      signedAt,
      signerName,
      pdfSha256: contract.pdfSha256 ?? '',
    }
  },
  sign(context, contract, { name, at }) {
    contract.sign(name, at)
    context.record('contract.signed', contract)
  },
  // The catalogue has no event for it.
  reject(context, contract, reason) {
    contract.reject(reason, context.clock.now())
  },
}
