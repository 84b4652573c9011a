import type { GraphQLResolveInfo } from 'graphql'
import sql from 'sql-template-tag'
import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  Info,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql'
import { May } from '#core/access/authorization'
import { select } from '#core/database/select'
import { conflict, invalidField } from '#core/errors/problem'
import { selectedColumns } from '#core/operation/columns'
import type { Context } from '#core/operation/context'
import { loadNestedRows } from '#core/operation/nested-rows'
import { Refuses } from '#core/schema/error-codes'
import {
  andWhere,
  createListType,
  filterList,
  ListArgs,
  limitOffset,
  NestedListArgs,
  orderBy,
  Sort,
} from '#core/schema/list'
import { Embed, Rest } from '#core/schema/rest'
import type { Row, RowOrEntity } from '#core/schema/row'
import { CalendarDate, UUID } from '#core/schema/scalars'
import { addDays } from '#core/time/clock'
import { Client } from '#features/people/clients/client.entity'
import { readSellerTaxStatus } from '#features/people/organizations/organization.reads'
import { assertProjectOfClient, resolveProjectOfClient } from '#features/work/projects/project-of-client'
import { resolveDocumentLanguage } from '../invoices/document/build-document.ts'
import { renderDraftPicture } from '../invoices/drafts/draft-picture.ts'
import { Invoice } from '../invoices/invoice.entity.ts'
import { invoices } from '../invoices/invoice.policy.ts'
import { LineItemInput } from '../invoices/line-items/line-item.inputs.ts'
import { priceLines, pricingQueue, toLineInputs } from '../invoices/line-items/price-lines.ts'
import { DocumentPicture, previewDescription } from '../issuing/document-preview.ts'
import { buildNextInvoiceInput, createNextInvoice, recurrenceEnded } from './create-next-invoice.ts'
import { RecurringInvoice } from './recurring-invoice.entity.ts'
import { CreateRecurringInvoiceInput, UpdateRecurringInvoiceInput } from './recurring-invoice.inputs.ts'

@ObjectType({ simpleResolvers: true, description: 'A page of recurring invoices.' })
class RecurringInvoiceList extends createListType('recurringInvoices', RecurringInvoice) {}

@ArgsType()
class RecurringInvoiceListArgs extends ListArgs {
  @Sort('RecurringInvoice', 'created_at')
  override sort?: string

  @Field(() => UUID, { nullable: true, description: 'Only those of this client.' })
  clientId?: string
}

@Resolver(() => RecurringInvoice)
export class RecurringInvoiceResolver {
  @Rest('GET /recurring-invoices')
  @May(invoices.read)
  @Query(() => RecurringInvoiceList, { description: 'The recurring invoices of the organization.' })
  async recurringInvoices(
    @Ctx() context: Context,
    @Args(() => RecurringInvoiceListArgs) args: RecurringInvoiceListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<RecurringInvoiceList> {
    const { clientId } = args
    const { rows, total } = await context.page<RecurringInvoice>(
      selectedColumns(context, RecurringInvoice, 't', info, 'recurringInvoices'),
      sql`from recurring_invoices t join clients c on c.organization_id = t.organization_id and c.id = t.client_id
        where t.organization_id = ${context.organizationId}${andWhere(clientId, sql`t.client_id = ${clientId}`)}${filterList(
          args,
          't',
          ['c.search_name', 't.introduction'],
        )}`,
      orderBy(args.sort, { created_at: 'created_at' }, 't'),
      limitOffset(args),
    )
    return { recurringInvoices: rows, total }
  }

  @Rest('GET /recurring-invoices/{id}')
  @May(invoices.read)
  @Query(() => RecurringInvoice, { description: 'A recurring invoice.' })
  async recurringInvoice(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<Row<RecurringInvoice>> {
    return context.read(RecurringInvoice, id)
  }

  @Rest('POST /recurring-invoices', 201)
  @May(invoices.write)
  @Mutation(() => RecurringInvoice, {
    description: 'Creates a recurring invoice: the clock makes an invoice of it in the morning of each of its days.',
  })
  async createRecurringInvoice(
    @Ctx() context: Context,
    @Arg('input', () => CreateRecurringInvoiceInput) input: CreateRecurringInvoiceInput,
  ): Promise<RecurringInvoice> {
    const recurring = await buildRecurringInvoice(context, input)
    context.transaction.add(recurring)
    return recurring
  }

  @Rest('POST /recurring-invoices/picture')
  @Refuses('invalid_state')
  @May(invoices.write)
  @Query(() => DocumentPicture, {
    description: `The first page of the next invoice that follows from a recurring one that is being written; 409 where none follows any more. ${previewDescription}`,
  })
  async recurringInvoicePicture(
    @Ctx() context: Context,
    @Arg('input', () => CreateRecurringInvoiceInput) input: CreateRecurringInvoiceInput,
    @Arg('recurringInvoiceId', () => UUID, {
      nullable: true,
      description:
        'Recurring invoice that is being changed: the next invoice is the one that saving would plan, and what is not sent stays as it is.',
    })
    recurringInvoiceId?: string | null,
  ): Promise<DocumentPicture> {
    // Pricing a thousand lines blocks the event loop for a moment.
    await pricingQueue.next(context.organizationId)
    const recurring = recurringInvoiceId
      ? await applyChanges(context, await copyUnsaved(context, recurringInvoiceId), input)
      : await buildRecurringInvoice(context, input)
    const { nextOn } = recurring
    if (nextOn === null) throw recurrenceEnded()
    const today = context.clock.today()
    const isDue = nextOn <= today
    return renderDraftPicture(context, await buildNextInvoiceInput(context, recurring, nextOn, isDue ? today : nextOn))
  }

  @Rest('PUT /recurring-invoices/{id}')
  @May(invoices.write)
  @Mutation(() => RecurringInvoice, {
    description: 'Updates a recurring invoice: only the fields that are sent change. Invoices already made stay.',
  })
  async updateRecurringInvoice(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('input', () => UpdateRecurringInvoiceInput) input: UpdateRecurringInvoiceInput,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<RecurringInvoice> {
    return applyChanges(context, await context.load(RecurringInvoice, id), input)
  }

  @Rest('DELETE /recurring-invoices/{id}')
  @May(invoices.write)
  @Mutation(() => Boolean, { description: 'Deletes a recurring invoice; the invoices that were made of it stay.' })
  async deleteRecurringInvoice(@Ctx() context: Context, @Arg('id', () => UUID) id: string): Promise<boolean> {
    context.em.remove(await context.load(RecurringInvoice, id))
    return true
  }

  @Rest('POST /recurring-invoices/{id}/run', 201)
  @May(invoices.write)
  @Mutation(() => Invoice, { description: 'Makes the next invoice now, whether it is due or not.' })
  async runRecurringInvoice(
    @Ctx() context: Context,
    @Arg('id', () => UUID) id: string,
    @Arg('nextOn', () => CalendarDate, {
      nullable: true,
      description:
        'The `next_on` whose invoice is meant: 409 where that is made already, so that a double click makes one.',
    })
    nextOn?: string | null,
    @Arg('version', () => Int, { nullable: true }) _version?: number,
  ): Promise<Invoice> {
    const recurring = await context.load(RecurringInvoice, id)
    if (nextOn && nextOn !== recurring.nextOn) throw conflict('conflict', notNextInvoice)
    return createNextInvoice(context, recurring)
  }

  @Embed('id', 'name')
  @FieldResolver(() => Client)
  async client(@Root() { clientId }: RowOrEntity<RecurringInvoice>, @Ctx() context: Context): Promise<Row<Client>> {
    return (await context.loadOne(Client, clientId)) as Row<Client>
  }

  @FieldResolver(() => [Invoice], { description: 'Invoices that were made of it, newest first.' })
  invoices(
    @Root() { id }: RowOrEntity<RecurringInvoice>,
    @Ctx() context: Context,
    @Args(() => NestedListArgs) page: NestedListArgs,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Row<Invoice>[]> {
    return loadNestedRows(context, Invoice, 'recurring_invoice_id', id, page, { info })
  }
}

/** Builds a template without saving it. */
async function buildRecurringInvoice(context: Context, input: CreateRecurringInvoiceInput): Promise<RecurringInvoice> {
  const { clientId, lineItems, ...fields } = input
  const recurring = context.draft(RecurringInvoice, {
    ...fields,
    client: context.ref(Client, clientId),
  } as Partial<RecurringInvoice>)
  await validateAndPrice(context, recurring, lineItems)
  startSchedule(recurring, context.clock.today())
  return recurring
}

/** An unsaved copy for previews. */
async function copyUnsaved(context: Context, id: string): Promise<RecurringInvoice> {
  const {
    clientId,
    createdAt: _,
    updatedAt: __,
    ...kept
  } = await context.readReferenced(RecurringInvoice, id, 'recurringInvoiceId')
  const [last] = await context.query<Pick<RecurringInvoice, 'lastOn'>>(
    select`last_on as "lastOn" from recurring_invoices where organization_id = ${context.organizationId} and id = ${id}`,
  )
  return context.draft(RecurringInvoice, { ...kept, ...last, client: context.ref(Client, clientId) })
}

/** Changes the sent fields, and reschedules if necessary. */
async function applyChanges(
  context: Context,
  recurring: RecurringInvoice,
  input: UpdateRecurringInvoiceInput,
): Promise<RecurringInvoice> {
  const { clientId, lineItems, ...fields } = input
  const { paused: wasPaused, startsOn, endsOn, every, interval, nextOn } = recurring
  const before = { startsOn, endsOn, every, interval, nextOn }
  context.assign(recurring, fields as Partial<RecurringInvoice>)
  if (clientId && clientId !== recurring.clientId) {
    if (!input.projectId) recurring.projectId = await resolveProjectOfClient(context, recurring.projectId, clientId)
    recurring.client = context.ref(Client, clientId)
  }
  await validateAndPrice(context, recurring, lineItems ?? toLineInputs(recurring.lineItems))
  updateSchedule(recurring, before, wasPaused && !recurring.paused, context.clock.today())
  return recurring
}

function startSchedule(recurring: RecurringInvoice, today: string) {
  assertRecent(recurring, today)
  recurring.start()
}

/** Throws 422 naming `startsOn` if it is more than a year ago, because all missed invoices would be created. */
function assertRecent({ startsOn }: RecurringInvoice, today: string) {
  if (startsOn < addDays(today, -366))
    throw invalidField('startsOn', {
      de: 'liegt mehr als ein Jahr zurück: Was seitdem zu berechnen war, wird nachgeholt',
      en: 'is more than a year ago: what was to be invoiced since is caught up',
    })
}

/** Reschedules after changes. Days that were due and not invoiced yet are kept. */
function updateSchedule(
  recurring: RecurringInvoice,
  before: Pick<RecurringInvoice, 'startsOn' | 'endsOn' | 'every' | 'interval' | 'nextOn'>,
  isResumed: boolean,
  today: string,
) {
  const { nextOn } = before
  if (isResumed) recurring.reschedule(today)
  else if (recurring.startsOn !== before.startsOn && recurring.lastOn === null) startSchedule(recurring, today)
  else if ((['startsOn', 'endsOn', 'every', 'interval'] as const).some((field) => recurring[field] !== before[field]))
    recurring.reschedule(nextOn !== null && nextOn < today ? nextOn : today)
}

/** Throws as creating an invoice would. */
async function validateAndPrice(context: Context, recurring: RecurringInvoice, lines: readonly LineItemInput[]) {
  const { clientId, projectId, startsOn, endsOn } = recurring
  if (endsOn && endsOn < startsOn)
    throw invalidField('endsOn', { de: 'liegt vor dem Beginn', en: 'is before the start' })
  const client = await context.readReferenced(Client, clientId, 'clientId')
  if (projectId) await assertProjectOfClient(context, projectId, clientId)
  const { lineItems } = priceLines(
    lines,
    await readSellerTaxStatus(context),
    client,
    resolveDocumentLanguage(recurring, client, context),
  )
  recurring.lineItems = lineItems
}

const notNextInvoice = {
  de: 'Diese Rechnung ist nicht die nächste: Sie wurde schon erstellt, oder der Plan ist ein anderer.',
  en: 'This invoice is not the next one: it has been made already, or the schedule has changed.',
}
