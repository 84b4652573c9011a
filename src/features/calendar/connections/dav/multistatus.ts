import type { DAVResponse } from 'tsdav'
import { parseXml, XmlError } from '#core/text/xml'

// Parses responses of calendar servers; also runs in a worker thread.

export interface DavResponse {
  url: string
  status: number
  contentType: string | null
  text: string
}

export type DavProps = NonNullable<DAVResponse['props']>

/** One entry without properties if it is no multistatus. */
export interface Multistatus {
  responses: { href?: string; status: number; props?: DavProps }[]
  /** Undefined if it is no multistatus. */
  whole: { syncToken?: unknown } | undefined
}

/** Distinct element names; CalDAV uses some dozens. */
const maxElementNames = 500

/** Null if it is too large. */
export async function parseMultistatus({ url, status, contentType, text }: DavResponse): Promise<Multistatus | null> {
  const { davRequest } = await import('tsdav')
  const body = sanitizeXml(text)
  if (body === undefined) return null
  const answer = new Response(body, { status, headers: { 'content-type': contentType ?? '' } })
  const found = await davRequest({
    url,
    init: { method: 'REPORT', headers: {}, body: undefined },
    fetch: async () => answer,
  })
  const multistatus = found[0]?.raw?.multistatus
  return {
    responses: found.map(({ href, status, props }) => ({ status, ...(href && { href }), ...(props && { props }) })),
    whole: multistatus && { syncToken: multistatus.syncToken },
  }
}

/**
 * Null for invalid XML, undefined if it is too large. tsdav takes quadratic time in the number of element names, and continues
 * after errors, so both are checked first.
 */
function sanitizeXml(text: string): string | null | undefined {
  const xml = text.replaceAll(invalidXmlCharacters, '')
  const names = new Set<string>()
  try {
    parseXml(xml, { depth: 50, elements: 200_000 }, ({ name }) => {
      if (names.add(name).size > maxElementNames) throw new TooManyNames()
      return true
    })
    return xml
  } catch (error) {
    if (error instanceof XmlError) return null
    if (error instanceof TooManyNames) return undefined
    throw error
  }
}

class TooManyNames extends Error {}

/** Characters that XML forbids; some servers send them in texts. */
const invalidXmlCharacters = /(?![\n\r\t])[\p{Cc}\ufffe\uffff]/gu
