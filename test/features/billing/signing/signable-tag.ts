import { createHash, randomUUID } from 'node:crypto'
import { PNG } from 'pngjs'
import { operateAsSystem } from '#core/operation/operation'
import type { Signable } from '#core/operation/signable'
import { renderInvoicePdf } from '#features/billing/invoices/document/invoice.pdf'
import { computeSha256, insertArchivedDocument, storeDocument } from '#features/billing/issuing/archive'
import { createSigningLink } from '#features/billing/signing/signing-link'
import { Tag } from '#features/work/tags/tag.entity'
import type { House } from '../../../harness/house.ts'
import { allowValue } from '../../../harness/openapi.ts'
import { samples } from '../invoices/document/fixtures.ts'

/** A signable that is not part of billing: a tag, whose color is its state. */
const signableTag = (pdfSha256: () => string): Signable<Tag> => ({
  kind: 'tag',
  entity: Tag,
  noun: { de: 'Schild', en: 'Tag' },
  show: (_context, { name, color, createdAt, updatedAt }) => {
    const state = color === '#00ff00' ? 'signed' : color === '#ff0000' ? 'rejected' : color ? 'closed' : 'open'
    return {
      state,
      status: state,
      number: `SCH-${name}`,
      title: null,
      totalCents: 11900,
      taxCents: 1900,
      taxBreakdown: [{ taxRate: 19, taxCategory: 'S', netCents: 10000, taxCents: 1900 }],
      lineItems: [
        {
          description: 'Gestaltung\nmit Entwurf',
          ...{ quantity: 2, unit: 'HUR', unitPriceCents: 5000, discountPercent: 0, taxRate: 19 },
          ...{ supply: 'service', taxCategory: 'S', taxExemptionReason: null, netCents: 10000 },
        },
      ],
      content: `# Vertrag\n\nGilt **sofort** & <b>immer</b>.\n\n${name}`,
      contentIs: 'markdown',
      validUntil: '2030-12-31',
      term: null,
      language: 'de',
      sentAt: createdAt,
      signedAt: state === 'signed' ? updatedAt : null,
      signerName: null,
      pdfSha256: pdfSha256(),
    }
  },
  sign(_context, tag) {
    tag.color = '#00ff00'
  },
  reject(_context, tag) {
    tag.color = '#ff0000'
  },
})

/** Makes tags signable in an app; returns a function that sends one. */
export async function sendTags(at: House) {
  const { services } = at.app
  const sample = samples['public body']
  if (!sample) throw new Error('There is no such document.')
  const pdf = await renderInvoicePdf(sample(), null)
  const hash = computeSha256(pdf)
  allowValue('DocumentToSign', 'kind', 'tag')
  if (!services.signable.some(({ kind }) => kind === 'tag'))
    (services.signable as Signable[]).push(signableTag(() => hash) as Signable)
  return async ({ expiresAt = new Date(Date.now() + 3_600_000) } = {}) => {
    const { id } = (await at.owner.rest('POST', '/tags', { name: randomUUID().slice(0, 8) })).body
    const token = await operateAsSystem(services, at.organizationId, async (context) => {
      await storeDocument(services.storage, at.organizationId, { pdf, xml: null })
      const archived = { kind: 'tag' as never, number: 'SCH', pdfSha256: hash, xmlSha256: null }
      await insertArchivedDocument(context, id, context.clock.now(), archived)
      return createSigningLink(context, { kind: 'tag', id, sentTo: ['anna@kunde.example'], expiresAt })
    })
    return { id: id as string, token: token.split('/').at(-1) ?? '', hash }
  }
}

/** A line on white, as a data URL. */
export function drawing({ width = 300, height = 100, blank = false } = {}): string {
  const png = new PNG({ width, height })
  png.data.fill(255)
  if (!blank)
    for (let x = 10; x < width - 10; x++)
      png.data.fill(20, ((height >> 1) * width + x) * 4, ((height >> 1) * width + x) * 4 + 3)
  return `data:image/png;base64,${PNG.sync.write(png).toString('base64')}`
}

export const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
