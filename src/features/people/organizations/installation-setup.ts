import { timingSafeEqual } from 'node:crypto'
import type { Pool } from 'pg'
import { inTransaction } from '#core/database/in-transaction'
import { invalidState } from '#core/errors/problem'
import type { Secrets } from '#core/runtime/secret-key'
import type { Language } from '#core/text/language'
import { insertOrganization, type NewOrganization } from './create-organization.ts'

/** Fills an organization that was just made with the data of the demo; goes on after it has answered. */
export type FillWithDemoData = (organizationId: string, language: Language) => void

/** How the first organization of an installation comes about: by whoever reads the code on its console, once. */
export interface InstallationSetup {
  /** What the console says while there is no organization: `ABCD-EFGH`. */
  readonly code: string
  readonly fillWithDemoData: FillWithDemoData | null
  /** True while there is no organization. */
  isOpen(): Promise<boolean>
  matchesCode(text: string): boolean
  /** Makes it with its owner; 409 where there is one. Of several at once, one makes it. */
  createOrganization(organization: NewOrganization): Promise<{ organizationId: string; memberId: string }>
}

declare module '#core/operation/services' {
  interface Services {
    installationSetup: InstallationSetup
  }
}

/** Crockford's base 32: no letter that looks like another. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `system` works as the owner of the database, over all organizations. The code is the same in every process of the installation. */
export function createInstallationSetup(
  system: Pool,
  secrets: Pick<Secrets, 'sign'>,
  fillWithDemo: FillWithDemoData | null,
): InstallationSetup {
  const bytes = Buffer.from(secrets.sign('code', 'first organization'), 'base64url')
  const letters = [...bytes.subarray(0, 8)].map((byte) => alphabet[byte % 32]).join('')
  let isFounded = false
  return {
    code: `${letters.slice(0, 4)}-${letters.slice(4)}`,
    fillWithDemoData: fillWithDemo,
    async isOpen() {
      if (!isFounded) {
        const { rows } = await system.query('select from organizations limit 1')
        isFounded = rows.length > 0
      }
      return !isFounded
    },
    matchesCode(text) {
      const typed = text
        .toUpperCase()
        .replace(/[^0-9A-Z]/g, '')
        .replaceAll('O', '0')
        .replace(/[IL]/g, '1')
      return typed.length === letters.length && timingSafeEqual(Buffer.from(typed), Buffer.from(letters))
    },
    createOrganization: (organization) =>
      inTransaction(system, async (client) => {
        await client.query("select pg_advisory_xact_lock(hashtextextended('first organization', 0))")
        const { rows } = await client.query('select from organizations limit 1')
        if (rows.length) throw alreadySetUp()
        return insertOrganization(client, organization)
      }),
  }
}

export const alreadySetUp = () =>
  invalidState({
    de: 'Hier gibt es schon eine Organisation: Bitte melden Sie sich an.',
    en: 'There is an organization here already: please sign in.',
  })
