import { accentAddress } from '#core/http/accent'
import type { Context } from '#core/operation/context'
import { readOrganization } from '../organization.reads.ts'
import { logoAddress } from './logo.http.ts'

/** The organization that a guest's page is from, as the page says it. */
export interface Sender {
  name: string
  /** What the law wants to be said of who offers a page (§ 5 DDG), a line each. */
  imprint: readonly string[]
  email: string | null
  /** The address of its colour and of its logo. */
  styles: readonly string[]
  logo: string | null
}

export async function readSender(context: Context): Promise<Sender> {
  const found = await readOrganization(context)
  const { name, legalName, street, postalCode, city, managingDirectors, registerCourt, registerNumber } = found
  const { email, phone, website, vatId, accentColor, logoFileId } = found
  const lines = [
    legalName ?? name,
    street,
    [postalCode, city].filter(Boolean).join(' '),
    managingDirectors,
    [registerCourt, registerNumber].filter(Boolean).join(', '),
    vatId,
    [email, phone, website].filter(Boolean).join(' · '),
  ]
  return {
    name: legalName ?? name,
    imprint: lines.flatMap((line) => line || []),
    email,
    styles: accentColor ? [accentAddress(accentColor)] : [],
    logo: logoFileId && logoAddress(context, logoFileId),
  }
}
