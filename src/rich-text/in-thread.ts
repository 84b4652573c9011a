import { type Checked, checkDocument, type RichDocument } from './document.ts'
import { type Addresses, type Converted, fromMarkdown } from './from-markdown.ts'
import { toHtml } from './to-html.ts'
import { toMarkdown } from './to-markdown.ts'
import type { ConversionWarning } from './warnings.ts'

// The conversions as a thread is asked for them: one input, one answer, both of plain data.

interface Written {
  document: RichDocument
  addresses?: Addresses
}

export const check = (json: unknown): Checked => checkDocument(json)
export const readMarkdown = (input: { text: string; addresses?: Addresses }): Converted =>
  fromMarkdown(input.text, input.addresses)
export const writeMarkdown = (input: Written): { text: string; warnings: ConversionWarning[] } =>
  toMarkdown(input.document, input.addresses)
export const writeHtml = (input: Written): string => toHtml(input.document, input.addresses)
