import { allOf, invalid } from '#core/errors/problem'
import type { Organization } from './organization.entity.ts'
import type { UpdateOrganizationInput } from './organization.inputs.ts'
import type { Accounting, Dunning } from './settings.type.ts'

/** The fields that an input changes, each as it is then; 422 where it cannot be. */
export function changesOf(
  found: Pick<Organization, 'dunning' | 'accounting'>,
  input: UpdateOrganizationInput,
): Partial<Organization> {
  const { dunning, accounting, ...fields } = canonical(input)
  const settings = { dunning: changed(found.dunning, dunning), accounting: changed(found.accounting, accounting) }
  if (dunning) assertDunning(settings.dunning)
  if (accounting) assertAccounts(settings.accounting)
  return { ...fields, ...settings } as Partial<Organization>
}

/** Nested settings change as fields do: what is not sent stays. Lists are values of their own. */
const changed = <Settings extends object>(
  settings: Settings,
  sent: { [Key in keyof Settings]?: unknown } = {},
): Settings =>
  ({ ...settings, ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) }) as Settings

/** IBAN and BIC as banks write them to each other: people type them in groups and in small letters. */
const canonical = ({ iban, bic, ...input }: UpdateOrganizationInput): UpdateOrganizationInput => ({
  ...input,
  iban: iban?.replace(/[\s-]/g, '').toUpperCase() ?? iban,
  bic: bic?.toUpperCase() ?? bic,
})

/** 422 where an account is longer than all are, or says of its category what another one has. */
function assertAccounts({ accountLength, accounts, ...settings }: Accounting) {
  const length = accountLength ?? 4
  const named: [field: string, account: string | null | undefined][] = [
    ...(
      ['bankAccount', 'cashAccount', 'transitAccount', 'advanceClearingAccount', 'setOffClearingAccount'] as const
    ).map((name): [string, string | null | undefined] => [name, settings[name]]),
    ...(accounts ?? []).flatMap(({ account, advanceAccount }, index): [string, string | null | undefined][] => [
      [`accounts.${index}.account`, account],
      [`accounts.${index}.advanceAccount`, advanceAccount],
    ]),
  ]
  const tooLong = named.filter(([, account]) => account && account.length > length)
  const misplaced = (accounts ?? []).flatMap(({ taxCategory, domestic, country, exemptionReason }, index) => [
    ...(domestic && taxCategory !== 'AE' ? [invalid(`accounting.accounts.${index}.domestic`, onlyAE)] : []),
    ...(country && taxCategory !== 'S' ? [invalid(`accounting.accounts.${index}.country`, onlyS)] : []),
    ...(exemptionReason && taxCategory === 'S' ? [invalid(`accounting.accounts.${index}.exemptionReason`, notS)] : []),
  ])
  const problem = allOf([
    ...tooLong.map(([field]) =>
      invalid(`accounting.${field}`, {
        de: `hat mehr als ${length} Stellen (accounting.account_length)`,
        en: `has more than ${length} digits (accounting.account_length)`,
      }),
    ),
    ...misplaced,
  ])
  if (problem) throw problem
}

const onlyAE = { de: 'gibt es nur mit der Kategorie AE', en: 'is for category AE alone' }
const onlyS = { de: 'gibt es nur mit der Kategorie S', en: 'is for category S alone' }
const notS = { de: 'gibt es nicht mit der Kategorie S', en: 'is not for category S' }

/** 422 where the friendly reminder costs something, or the daily run would have nothing to send. */
function assertDunning({ automatic, levels }: Dunning) {
  const charged = levels.findIndex(({ level, feeCents }) => level === 0 && feeCents > 0)
  if (charged >= 0)
    throw invalid(`dunning.levels.${charged}.feeCents`, {
      de: 'muss bei Stufe 0 null sein: Die Zahlungserinnerung kostet nichts',
      en: 'must be 0 at level 0: the friendly reminder costs nothing',
    })
  if (automatic && levels.length === 0)
    throw invalid('dunning.levels', {
      de: 'braucht mindestens eine Stufe, wenn von selbst gemahnt wird',
      en: 'needs at least one level where reminders are sent automatically',
    })
}
