import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import { recordExport, toExporter } from '#core/operation/audit-export'
import type { Context } from '#core/operation/context'
import { locateArguments, parseArguments } from '#core/rest/arguments'
import type { ByteRoute } from '#core/rest/bytes'
import { validateArgument } from '#core/schema/validation'
import { toCsv } from '#core/text/csv'
import type { Language } from '#core/text/language'
import { camelCase } from '#core/text/naming'
import { invoices } from '#features/billing/invoices/invoice.policy'
import { timeEntries } from '#features/work/time-entries/time-entry.policy'
import { resolvePeriod } from './period.ts'
import { TimeReportArgs } from './time-report.inputs.ts'
import { fromReportedEntries } from './time-report.reads.ts'
import { exportPath } from './time-report.resolver.ts'

interface CsvLine {
  day: string
  person: string
  client: string | null
  project: string
  task: string | null
  description: string | null
  start: string
  end: string
  hours: number
  billable: boolean
  rate: number | null
  amount: number | null
  invoice: string | null
}

/** Accepts the parameters of the report. */
export const timeCsvRoute: ByteRoute = {
  method: 'get',
  path: '/reports/time/csv',
  signedPath: exportPath,
  may: timeEntries.read,
  contentType: 'text/csv',
  operationId: 'getTimeReportCsv',
  summary: 'The entries of the time report as CSV: one line each, in the language of the request.',
  queryOf: 'timeReport',
  async handle({ services, rest, request, reply, operate }) {
    const table = locateArguments(
      '/reports/time',
      'GET',
      rest.schema.getQueryType()?.getFields().timeReport?.args ?? [],
    )
    const { csv, period, exporter } = await operate('read', async (context) => {
      const { ticket: _ticket, ...query } = request.query as Record<string, unknown>
      const read = Object.entries(parseArguments(table, { params: {}, query, body: {} }))
      const args = Object.assign(
        new TimeReportArgs(),
        Object.fromEntries(read.map(([key, value]) => [camelCase(key), value])),
      )
      validateArgument(args)
      const period = resolvePeriod(context, args)
      const lines = await readLines(context, args, period)
      return {
        csv: toCsv(headers[context.language], lines.map(toCells(context.language)), context.language),
        period,
        exporter: toExporter(context),
      }
    })
    if (request.method !== 'HEAD') await recordExport(services, exporter, 'time_report.exported', { ...period })
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="time_${period.from}_${period.to}.csv"`)
      .header('cache-control', 'private, no-store')
      .send(csv)
  },
}

/** Rates, amounts and invoice numbers are empty for readers who may not see them. */
const readLines = (context: Context, args: TimeReportArgs, period: { from: string; to: string }) => {
  const { id, role } = context.member
  const seesRate = sql`(${timeEntries.readRates.has(role)}::boolean or e.user_id = ${id})`
  return context.query<CsvLine>(
    select`to_char(e.started_at at time zone 'Europe/Berlin', 'YYYY-MM-DD') as day, coalesce(m.name, e.user_name) as person,
          c.name as client, p.name as project,
          (select t.title from tasks t where t.organization_id = ${context.organizationId} and t.id = e.task_id) as task, e.description,
          to_char(e.started_at at time zone 'Europe/Berlin', 'HH24:MI') as start,
          to_char(e.ended_at at time zone 'Europe/Berlin', 'HH24:MI') as end,
          round(e.duration_seconds / 3600.0, 4)::float8 as hours, e.billable,
          case when ${seesRate} then e.hourly_rate_cents / 100.0 end::float8 as rate,
          case when not ${seesRate} then null when e.billable then coalesce(round(e.duration_seconds::numeric * e.hourly_rate_cents / 3600) / 100, 0) else 0 end::float8
            as amount,
          (select i.number from invoices i where i.organization_id = ${context.organizationId} and i.id = e.invoice_id
            and ${context.may(invoices.read)}::boolean) as invoice
        ${fromReportedEntries(context, period, args)} order by e.started_at, e.id`,
  )
}

const headers = {
  de: [
    'Datum',
    'Person',
    'Kunde',
    'Projekt',
    'Aufgabe',
    'Beschreibung',
    'Beginn',
    'Ende',
    'Stunden',
    'Abrechenbar',
    'Satz',
    'Betrag',
    'Rechnung',
  ],
  en: [
    'Date',
    'Person',
    'Client',
    'Project',
    'Task',
    'Description',
    'Start',
    'End',
    'Hours',
    'Billable',
    'Rate',
    'Amount',
    'Invoice',
  ],
}
const yesNo = { de: ['ja', 'nein'], en: ['yes', 'no'] } as const

const toCells = (language: Language) => (line: CsvLine) => {
  const { day, person, client, project, task, description, start, end, hours, billable, rate, amount, invoice } = line
  const isBillable = yesNo[language][billable ? 0 : 1]
  return [day, person, client, project, task, description, start, end, hours, isBillable, rate, amount, invoice]
}
