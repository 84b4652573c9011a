import type { Signable, SignerView } from '#core/operation/signable'
import type { Language } from '#core/text/language'
import { Contract, type ContractStatus } from './contract.entity.ts'
import { readContractContent } from './contract.reads.ts'

const states: Readonly<Record<ContractStatus, SignerView['state']>> = {
  draft: 'closed',
  sent: 'open',
  signed: 'signed',
  cancelled: 'closed',
}

/** How the signing page shows a contract, signs and rejects it. */
export const signableContract: Signable<Contract> = {
  kind: 'contract',
  entity: Contract,
  noun: { de: 'Vertrag', en: 'Contract' },
  async show(context, contract) {
    const { status, number, title, startsOn, endsOn, noticePeriodDays, sentAt, signedAt, signerName, rejectedAt } =
      contract
    const language = (contract.language ?? 'de') as Language
    return {
      state: rejectedAt ? 'rejected' : signedAt ? 'signed' : states[status as ContractStatus],
      status,
      number: number ?? '',
      title,
      totalCents: null,
      taxCents: null,
      taxBreakdown: [],
      lineItems: [],
      content: await readContractContent(context, contract.id),
      contentIs: 'markdown',
      validUntil: null,
      term: { startsOn, endsOn, noticePeriodDays },
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
  // There is no event for this; the sender is notified by mail.
  reject(context, contract, reason) {
    contract.reject(reason, context.clock.now())
  },
}
