import { invalidField } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Services } from '#core/operation/services'
import type { Row } from '#core/schema/row'
import type { Language } from '#core/text/language'
import { type TaskOwner, threadModule } from '#core/threads/threads'
import { toBerlinDate } from '#core/time/clock'
import { loadLogo } from '#features/content/files/logo'
import type { Client } from '#features/people/clients/client.entity'
import type { Organization } from '#features/people/organizations/organization.entity'
import { toDocumentParties } from '../invoices/document/build-document.ts'
import { computeSha256, type RenderedDocument } from '../issuing/archive.ts'
import type { RenderContext } from '../issuing/issue-document.ts'
import type { Contract } from './contract.entity.ts'
import type { ContractDocument } from './document/contract.document.ts'

/** A contract as a document, but for its number and day: everything that is printed, with both parties as they are now. */
export const toContractDocument = (
  { title, startsOn, endsOn, noticePeriodDays }: Contract,
  content: string,
  seller: Row<Organization>,
  buyer: Row<Client>,
  language: Language,
) => ({ title, content, startsOn, endsOn, noticePeriodDays, language, ...toDocumentParties(seller, buyer) })

const renderer = threadModule<typeof import('./document/render.ts')>(import.meta.url, './document/render')

/** What is drawn, with the number and the moment of it; watermarked where it has no number yet. */
export interface ContractContent extends Omit<ContractDocument, 'date' | 'createdAt' | 'logo'> {
  at: string
  logoFileId: string | null
}

/** The document as PDF, drawn in a thread; 422 naming `content` where that cannot be one. */
export async function renderContractInThread(
  { logoFileId, at, ...document }: ContractContent,
  { organizationId, services }: RenderContext | Context,
  turn: TaskOwner = organizationId,
): Promise<RenderedDocument> {
  const logo = await loadLogo({ organizationId, services }, { logoFileId })
  const whole = { ...document, logo, createdAt: at, date: toBerlinDate(new Date(at)) }
  const rendered = await services.threads.run(turn, renderer, 'renderContract', whole)
  if ('refused' in rendered) throw invalidField('content', rendered.refused)
  return { pdf: rendered.pdf, xml: null, ...(logo && { partHashes: { logo: computeSha256(logo) } }) }
}

/** The first page of a contract as a picture; 422 as above. */
export async function renderContractPreview(
  { threads }: Pick<Services, 'threads'>,
  ownTurn: TaskOwner,
  document: ContractDocument,
): Promise<Uint8Array> {
  const drawn = await threads.run(ownTurn, renderer, 'renderFirstPageImage', document)
  if ('refused' in drawn) throw invalidField('content', drawn.refused)
  return drawn.picture
}
