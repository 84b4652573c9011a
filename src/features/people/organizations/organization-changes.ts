import { combineProblems, invalidField } from '#core/errors/problem'
import { accountSettingNames, padAccountNumber, resolveAccountNumber } from './default-accounts.ts'
import type { Organization } from './organization.entity.ts'
import type { UpdateOrganizationInput } from './organization.inputs.ts'
import type { Accounting, Dunning } from './settings.type.ts'

/** The new values of the fields that an input changes; 422 if one is invalid. */
export function resolveOrganizationChanges(
  found: Pick<Organization, 'dunning' | 'accounting'>,
  input: UpdateOrganizationInput,
): Partial<Organization> {
  const { dunning, accounting, ...fields } = normalizeBankFields(input)
  const settings = {
    dunning: mergeSettings(found.dunning, dunning),
    accounting: mergeSettings(found.accounting, accounting),
  }
  if (dunning) assertDunning(settings.dunning)
  if (accounting) assertAccounts(settings.accounting)
  return { ...fields, ...settings } as Partial<Organization>
}

/** Merges nested settings: omitted fields stay, lists are replaced. */
const mergeSettings = <Settings extends object>(
  settings: Settings,
  sent: { [Key in keyof Settings]?: unknown } = {},
): Settings =>
  ({ ...settings, ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) }) as Settings

/** IBAN and BIC without spaces and in capital letters. */
const normalizeBankFields = ({ iban, bic, ...input }: UpdateOrganizationInput): UpdateOrganizationInput => ({
  ...input,
  iban: iban?.replace(/[\s-]/g, '').toUpperCase() ?? iban,
  bic: bic?.toUpperCase() ?? bic,
})

/** 422 if an account is too long or already used, or has a property of another VAT category. */
function assertAccounts(settings: Accounting) {
  const accounts = settings.accounts ?? []
  const length = settings.accountLength ?? 4
  const own = accountSettingNames.map((name): NamedAccount => [name, settings[name]])
  const revenue = accounts.map(({ account }, index): NamedAccount => [`accounts.${index}.account`, account])
  const advances = accounts.map(
    ({ advanceAccount }, index): NamedAccount => [`accounts.${index}.advanceAccount`, advanceAccount],
  )
  const tooLong = [...own, ...revenue, ...advances].filter(([, account]) => account && account.length > length)
  const misplaced = accounts.flatMap(({ taxCategory, domestic, country, exemptionReason }, index) => [
    ...(domestic && taxCategory !== 'AE' ? [invalidField(`accounting.accounts.${index}.domestic`, onlyAE)] : []),
    ...(country && taxCategory !== 'S' ? [invalidField(`accounting.accounts.${index}.country`, onlyS)] : []),
    ...(exemptionReason && taxCategory === 'S'
      ? [invalidField(`accounting.accounts.${index}.exemptionReason`, notS)]
      : []),
    ...(typeof exemptionReason === 'string' && !/[\p{L}\p{N}]/u.test(exemptionReason)
      ? [invalidField(`accounting.accounts.${index}.exemptionReason`, noWords)]
      : []),
  ])
  const problem = combineProblems([
    ...tooLong.map(([field]) =>
      invalidField(`accounting.${field}`, {
        de: `hat mehr als ${length} Stellen (accounting.account_length)`,
        en: `has more than ${length} digits (accounting.account_length)`,
      }),
    ),
    ...(tooLong.length ? [] : findDuplicateAccounts(settings, revenue, advances)).map((field) =>
      invalidField(`accounting.${field}`, duplicateAccount),
    ),
    ...misplaced,
  ])
  if (problem) throw problem
}

type NamedAccount = [field: string, account: string | null | undefined]

/** The fields with the account of another field: DATEV must keep them apart. */
function findDuplicateAccounts(
  settings: Accounting,
  revenue: readonly NamedAccount[],
  advances: readonly NamedAccount[],
): string[] {
  const full = (account: string | null | undefined) => account && padAccountNumber(account, settings)
  const own = accountSettingNames.map((name): NamedAccount => [name, resolveAccountNumber(settings, name)])
  const isAmong = (named: readonly NamedAccount[], account: string | null | undefined) =>
    named.some(([, other]) => full(other) === full(account))
  const twice = accountSettingNames.flatMap((name) => {
    const first = accountSettingNames.find(
      (other) => resolveAccountNumber(settings, other) === resolveAccountNumber(settings, name),
    )
    if (!first || first === name) return []
    // Report the field that is set, not the default of the chart.
    return [settings[name] ? name : first]
  })
  return [
    ...twice,
    ...revenue.filter(([, account]) => isAmong(own, account)).map(([field]) => field),
    ...advances.filter(([, account]) => account && isAmong([...own, ...revenue], account)).map(([field]) => field),
  ]
}

const duplicateAccount = {
  de: 'ist schon das Konto für etwas anderes',
  en: 'is the account of something else already',
}
const onlyAE = { de: 'gibt es nur mit der Kategorie AE', en: 'is for category AE alone' }
const onlyS = { de: 'gibt es nur mit der Kategorie S', en: 'is for category S alone' }
const noWords = { de: 'nennt keine Wörter', en: 'names no words' }
const notS = { de: 'gibt es nicht mit der Kategorie S', en: 'is not for category S' }

/** 422 if the friendly reminder has a fee, or automatic dunning has no levels. */
function assertDunning({ automatic, levels }: Dunning) {
  const charged = levels.findIndex(({ level, feeCents }) => level === 0 && feeCents > 0)
  if (charged >= 0)
    throw invalidField(`dunning.levels.${charged}.feeCents`, {
      de: 'muss bei Stufe 0 null sein: Die Zahlungserinnerung kostet nichts',
      en: 'must be 0 at level 0: the friendly reminder costs nothing',
    })
  if (automatic && levels.length === 0)
    throw invalidField('dunning.levels', {
      de: 'braucht mindestens eine Stufe, wenn von selbst gemahnt wird',
      en: 'needs at least one level where reminders are sent automatically',
    })
}
