import type { DAVResponse } from 'tsdav'
import { parseXml, XmlError } from '#core/text/xml'

// What a calendar server has answered, as it is read in a thread too.

/** An answer with its body. */
export interface DavResponse {
  url: string
  status: number
  contentType: string | null
  text: string
}

export type DavProps = NonNullable<DAVResponse['props']>

/** The entries of an answer, of which there is one without properties where it is no multistatus. */
export interface Multistatus {
  responses: { href?: string; status: number; props?: DavProps }[]
  /** What it says of the whole; undefined where it is none. */
  whole: { syncToken?: unknown } | undefined
}

/** Different elements that an answer may have; CalDAV has some dozens. */
const maxElementNames = 500

/** Null where it is more than is read. */
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
 * The XML of an answer; null where it is none, undefined where it is too much. tsdav takes the square of how many different names there are, and goes on after
 * each fault: what it would stop everybody with is kept from it.
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

/** What XML has not, and some servers send with the texts of others. */
const invalidXmlCharacters = /(?![\n\r\t])[\p{Cc}\ufffe\uffff]/gu
