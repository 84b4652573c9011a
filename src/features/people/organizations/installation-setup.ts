import { timingSafeEqual } from 'node:crypto'
import type { Pool } from 'pg'
import { inTransaction } from '#core/database/in-transaction'
import { invalidState } from '#core/errors/problem'
import type { Secrets } from '#core/runtime/secret-key'
import type { Language } from '#core/text/language'
import { insertOrganization, type NewOrganization } from './create-organization.ts'

/** Starts to fill a new organization with demo data, in the background. */
export type FillWithDemoData = (organizationId: string, language: Language) => void

/** Creates the first organization of an installation, with the code printed on its console. */
export interface InstallationSetup {
  /** `ABCD-EFGH`; printed while there is no organization. */
  readonly code: string
  readonly fillWithDemoData: FillWithDemoData | null
  /** True while there is no organization. */
  isOpen(): Promise<boolean>
  matchesCode(text: string): boolean
  /** 409 if there is an organization. Only one of several simultaneous calls succeeds. */
  createOrganization(organization: NewOrganization): Promise<{ organizationId: string; memberId: string }>
}

declare module '#core/operation/services' {
  interface Services {
    installationSetup: InstallationSetup
  }
}

/** Crockford's base 32, without letters that look alike. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `system` connects as the owner of the database. The code is the same in every process of the installation. */
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
