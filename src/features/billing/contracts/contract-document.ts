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

/** Everything printed except number and date, with both parties as they are now. */
export const toContractDocument = (
  { title, startsOn, endsOn, noticePeriodDays }: Contract,
  content: string,
  seller: Row<Organization>,
  buyer: Row<Client>,
  language: Language,
) => ({ title, content, startsOn, endsOn, noticePeriodDays, language, ...toDocumentParties(seller, buyer) })

const renderer = threadModule<typeof import('./document/render.ts')>(import.meta.url, './document/render')

/** Content with number and time; watermarked without a number. */
export interface ContractContent extends Omit<ContractDocument, 'date' | 'createdAt' | 'logo'> {
  at: string
  logoFileId: string | null
}

/** Renders the PDF; throws 422 naming `content` if its text cannot be rendered. */
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

/** Renders the first page as WebP; throws 422 as above. */
export async function renderContractPreview(
  { threads }: Pick<Services, 'threads'>,
  ownTurn: TaskOwner,
  document: ContractDocument,
): Promise<Uint8Array> {
  const drawn = await threads.run(ownTurn, renderer, 'renderFirstPageImage', document)
  if ('refused' in drawn) throw invalidField('content', drawn.refused)
  return drawn.picture
}
