import type { Readable } from 'node:stream'
import { invalidField } from '#core/errors/problem'
import { type Exporter, recordExport, toExporter } from '#core/operation/audit-export'
import type { Context } from '#core/operation/context'
import type { Services } from '#core/operation/services'
import type { Row } from '#core/schema/row'
import { createZip, type ZipFile } from '#core/storage/zip'
import type { Language } from '#core/text/language'
import { assertDateRange } from '#core/time/date-range'
import type { Organization } from '#features/people/organizations/organization.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { assertDatevSettings, type ChartOfAccounts, createChartOfAccounts } from './accounts.ts'
import { readBookedVatRates } from './booking.reads.ts'
import type { BookkeepingSettings, Period } from './bookkeeping-settings.ts'
import { createCsvFile } from './csv-file.ts'
import { generateDatevFiles } from './datev-files.ts'
import { assignDebtorNumbers } from './debtor-numbers.ts'
import { csvExportTables } from './export-tables.ts'
import { countArchivedInPeriod, generateGobdFiles } from './gobd-files.ts'
import { createRowReader } from './read-pages.ts'

export enum AccountingFormat {
  datev = 'datev',
  csv = 'csv',
  gobd = 'gobd',
}

/** Documents are exported by their date, payments by their day. */
export interface AccountingExportRequest extends Period {
  format: AccountingFormat
}

export interface PreparedExport extends AccountingExportRequest, Exporter {
  organization: Row<Organization>
  accounts: ChartOfAccounts
  language: Language
}

const maxDays = 3660

/** Validates period and settings and loads what the export needs; throws 422 if they are invalid. Writes nothing. */
export async function prepareExport(context: Context, wanted: AccountingExportRequest): Promise<PreparedExport> {
  const { from, to, format } = wanted
  assertDateRange(wanted)
  if ((Date.parse(to) - Date.parse(from)) / 86_400_000 > maxDays)
    throw invalidField('from', {
      de: 'liegt mehr als zehn Jahre vor dem Ende',
      en: 'is more than ten years before the end',
    })
  const { organizationId, language } = context
  const organization = await readOrganization(context)
  const accounts = createChartOfAccounts(organization.accounting, organization.smallBusiness)
  if (format === AccountingFormat.datev) {
    const rates = await readBookedVatRates(
      (statement) => context.query(statement) as Promise<never[]>,
      { organizationId },
      wanted,
    )
    const isCash = organization.vatAccounting === 'cash'
    assertDatevSettings(
      organization.accounting,
      accounts,
      rates.map((rate) => (isCash ? { ...rate, isAdvance: false } : rate)),
    )
  }
  return { ...wanted, ...toExporter(context), organization, accounts, language }
}

/** Writes the audit log, assigns debtor numbers for DATEV, and returns a ZIP that is generated while it is read. */
export async function startExport(
  services: Services,
  prepared: PreparedExport,
  onFile?: (name: string) => void,
): Promise<Readable> {
  const { organizationId, actor, format, from, to } = prepared
  if (format === AccountingFormat.datev) await assignDebtorNumbers(services, organizationId, to, actor)
  await recordExport(services, prepared, 'accounting.exported', { format, from, to })
  return createZip(notifyOnFile(generateFiles(services, prepared), onFile), services.clock.now())
}

/** Number of archived documents in the export; 0 except for `gobd`. */
export const countArchivedFiles = async (
  { database }: Services,
  { organizationId, format, from, to }: PreparedExport,
) =>
  format === AccountingFormat.gobd
    ? countArchivedInPeriod(createRowReader(database, organizationId), organizationId, { from, to })
    : 0

async function* notifyOnFile(files: AsyncIterable<ZipFile>, onFile: (name: string) => void = () => {}) {
  for await (const file of files) {
    onFile(file.name)
    yield file
  }
}

async function* generateFiles(services: Services, prepared: PreparedExport): AsyncGenerator<ZipFile> {
  const { organizationId, organization, accounts, format, language, from, to } = prepared
  const { accounting, vatAccounting } = organization
  const read = createRowReader(services.database, organizationId)
  const period = { from, to }
  if (format === AccountingFormat.gobd) {
    const { name, legalName, street, postalCode, city } = organization
    const location = [street, `${postalCode ?? ''} ${city ?? ''}`.trim()].filter(Boolean).join(', ')
    yield* generateGobdFiles(read, services.storage, organizationId, period, { name: legalName ?? name, location })
  } else if (format === AccountingFormat.csv) {
    for (const table of csvExportTables)
      yield createCsvFile(read, organizationId, table, period, { language, forSpreadsheet: true })
  } else {
    const books: BookkeepingSettings = {
      organizationId,
      accounts,
      vatAccounting,
      exportPayments: accounting.exportPayments ?? false,
    }
    const batch = {
      consultantNumber: accounting.datevConsultantNumber ?? '',
      clientNumber: accounting.datevClientNumber ?? '',
      accountLength: accounting.accountLength ?? 4,
      chart: (accounting.chart ?? 'SKR03') as 'SKR03' | 'SKR04',
      isLocked: accounting.lockBatch ?? false,
      createdAt: services.clock.now(),
    }
    yield* generateDatevFiles(read, books, batch, period, accounting.fiscalYearStart ?? '01-01')
  }
}

export const exportFileName = ({ format, from, to }: AccountingExportRequest) => `kontor_${format}_${from}_${to}.zip`
