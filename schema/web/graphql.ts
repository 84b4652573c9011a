/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Why a member is away. */
export type AbsenceKind =
  | 'other'
  | 'sick'
  | 'vacation';

/** Purpose of a link that was mailed to a member. */
export type AccountLinkKind =
  | 'invitation'
  | 'passwordReset';

/** `datev`: EXTF 700; `csv`: for spreadsheets; `gobd`: for tax auditors, with documents and audit log. */
export type AccountingFormat =
  | 'csv'
  | 'datev'
  | 'gobd';

/** Settings of the accounting export: those that are sent change, null clears one, lists change as a whole. */
export type AccountingInput = {
  /** Number of digits of an account. */
  accountLength?: number | null | undefined;
  /** Revenue accounts by VAT category and rate. */
  accounts?: Array<RevenueAccountInput> | null | undefined;
  /** Number of the account that advance invoices and received advances are cleared on; 1593 or 1495 by the chart unless set. */
  advanceClearingAccount?: string | null | undefined;
  /** Number of the bank account. */
  bankAccount?: string | null | undefined;
  /** Number of the account for payments in cash; 1000 or 1600 by the chart unless set. */
  cashAccount?: string | null | undefined;
  /** Chart of accounts: `SKR03` or `SKR04`. */
  chart?: string | null | undefined;
  /** DATEV client number (Mandantennummer). */
  datevClientNumber?: string | null | undefined;
  /** DATEV consultant number (Beraternummer). */
  datevConsultantNumber?: string | null | undefined;
  /** Whether payments are exported as well. */
  exportPayments?: boolean | null | undefined;
  /** First day of the fiscal year, `MM-DD`. */
  fiscalYearStart?: string | null | undefined;
  /** Whether exported batches are marked as final. */
  lockBatch?: boolean | null | undefined;
  /** Number of the account over which a set-off is transferred between the open items of invoice and credit note; 1792 or 3630 by the chart unless set. */
  setOffClearingAccount?: string | null | undefined;
  /** Number of the account for payments by card or PayPal until they are paid out; 1360 or 1460 by the chart unless set. */
  transitAccount?: string | null | undefined;
};

/** The base rate of a half-year (§ 247 BGB). */
export type AddBaseRateInput = {
  /** Rate in percent, as the Bundesbank announces it. */
  percent: number;
  /** First day of the half-year: 1 January or 1 July, the next one at the latest. */
  validFrom: string;
};

/** Whether busy all-day entries keep their member from being booked. */
export type AllDayEntries =
  | 'blocks'
  | 'ignored';

/** Who comes to an appointment: the `host`; in `round_robin` the one of the team who is free and was booked longest ago; or `all` of the team together. */
export type Assignment =
  | 'all'
  | 'host'
  | 'round_robin';

/** What somebody has answered to an invitation. */
export type AttendeeAnswer =
  | 'accepted'
  | 'declined'
  | 'needs_action'
  | 'tentative';

/** The time to bill. */
export type BillTimeInput = {
  /** Client whose time is billed. */
  clientId: string;
  /** Only entries started on or after this day (Europe/Berlin). */
  from: string;
  /** Type of resource; defaults to `task`. */
  per?: BilledPer | null | undefined;
  /** Project of the client; defaults to all of them. */
  projectId?: string | null | undefined;
  /** VAT rate in percent; defaults to 0 where the supply is taxed elsewhere or exempt, otherwise to 19. */
  taxRate?: number | null | undefined;
  /** Only entries started on or before this day (Europe/Berlin). */
  to: string;
};

/** How time is grouped into line items. */
export type BilledPer =
  | 'entry'
  | 'task';

/** Status of a booking. */
export type BookingStatus =
  | 'cancelled'
  | 'confirmed';

/** An account at a calendar server. */
export type CalendarAccountInput = {
  /** Password, better one of its own for this connection. It is kept encrypted. */
  password: string;
  /** HTTPS address of the server, of the account on it, or of one calendar: what is missing is found (RFC 6764). */
  url: string;
  /** User name at the server. */
  username: string;
};

/** How a connection stands: not synchronized yet, synchronized, or failing since. */
export type CalendarConnectionState =
  | 'failing'
  | 'synced'
  | 'waiting';

/** Why an appointment is cancelled. */
export type CancelBookingInput = {
  /** Reason, for the other side. */
  reason?: string | null | undefined;
};

/** When notice was given, and when the contract is to end. */
export type CancelContractInput = {
  /** Last day of the contract; defaults to the first that the notice period allows, and is never before it. Where none is agreed, the day of the notice. */
  endsOn?: string | null | undefined;
  /** Day on which notice was given; defaults to today. Not before the contract was signed. */
  noticedOn?: string | null | undefined;
};

/** State of a part: `ok`, `notice` (works, with a warning) or `failed`. */
export type CheckState =
  | 'failed'
  | 'notice'
  | 'ok';

/** Legal kind of a client: decides the VAT treatment and the rate of default interest. */
export type ClientKind =
  | 'business'
  | 'consumer'
  | 'public';

/** A payment of a client's credit back to the client. */
export type ClientRefundInput = {
  /** Amount paid back, in cents. */
  amountCents: number;
  /** Payment method. */
  method: PaymentMethod;
  /** Date of the payment. */
  paidAt: string;
  /** Reference on the bank statement. */
  reference?: string | null | undefined;
};

/** The payments to book. */
export type ConfirmPaymentsInput = {
  /** At most 500; a transaction may stand in it for several invoices. */
  payments: Array<ConfirmedPayment>;
};

/** A payment to book from a transaction. */
export type ConfirmedPayment = {
  /** Part of the transaction; defaults to what is proposed for the document as it is due now, else to what is left of the transaction, at most what is open and the charges. */
  amountCents?: number | null | undefined;
  /** Cash discount granted with it; defaults to what is proposed, or that of the terms, if the amount is just that much less, give or take a cent. */
  cashDiscountCents?: number | null | undefined;
  /** Dunning charges within the amount; defaults to those that reminders have claimed, if the amount is just that much more than is open. */
  chargesCents?: number | null | undefined;
  /** Invoice that it pays, or credit note that it refunds. */
  invoiceId: string;
  /** With `credit`, all that the other payments leave of the transaction is booked, unless an amount is given, and what exceeds the open amount becomes credit of the client. */
  overpayment?: Overpayment | null | undefined;
  /** Whether the proposed `set_off` is booked with the transaction: `true` unless sent, but `false` if an amount is sent. */
  setOff?: boolean | null | undefined;
  /** Transaction of the import. */
  transactionId: string;
};

export type ContractStatus =
  | 'cancelled'
  | 'draft'
  | 'sent'
  | 'signed';

/** Days on which a member is away. */
export type CreateAbsenceInput = {
  /** Last day away; the first for a single day. */
  endsOn: string;
  /** Which half; defaults to `morning`. Only with `halfDay`. */
  half?: DayHalf | null | undefined;
  /** Away for half of a single day; defaults to false. */
  halfDay?: boolean;
  /** Why the member is away; defaults to `vacation`. */
  kind?: AbsenceKind;
  /** Note; only the member, owners and admins see it. */
  note?: string | null | undefined;
  /** First day away. */
  startsOn: string;
  /** Member; defaults to the caller. Only owners and admins may name others. */
  userId?: string | null | undefined;
};

/** The account to connect. */
export type CreateCalendarConnectionInput = {
  /** Whether busy all-day entries keep the member from being booked: `blocks` unless sent. */
  allDay?: AllDayEntries;
  /** Names or addresses of the calendars to synchronize; all that the account has unless sent. Never null. */
  calendars?: Array<string> | null | undefined;
  /** Password, better one of its own for this connection. It is kept encrypted. */
  password: string;
  /** HTTPS address of the server, of the account on it, or of one calendar: what is missing is found (RFC 6764). */
  url: string;
  /** User name at the server. */
  username: string;
  /** Name or address of the calendar that events of Kontor are written into; the first that may be written to. Never null. */
  writeCalendar?: string | null | undefined;
};

/** The calendar event to create. */
export type CreateCalendarEventInput = {
  /** Takes the whole days on which it starts and ends. */
  allDay?: boolean;
  /** Makes a link to a video meeting, or takes it away. Never null. */
  attachMeet?: boolean | null | undefined;
  /** Who is invited by mail. Whoever is left out of an update is told that they are no longer. Never null. */
  attendeeEmails?: Array<string> | null | undefined;
  /** Whether it keeps its member from being booked: `true` unless sent, and `false` of whole days. Never null. */
  busy?: boolean | null | undefined;
  /** Defaults to the client of the project. */
  clientId?: string | null | undefined;
  /** What it is about. */
  description?: string | null | undefined;
  /** After the start; whole days end at the midnight after them. */
  endTime: string;
  /** Where it takes place. */
  location?: string | null | undefined;
  /** Project it belongs to. */
  projectId?: string | null | undefined;
  /** Makes it a series: a rule of RFC 5545 such as `FREQ=WEEKLY;BYDAY=MO`, at most 1,500 times a year. */
  recurrence?: string | null | undefined;
  /** How many minutes before it its member and attendees are reminded by mail, at most four weeks. */
  reminderMinutes?: number | null | undefined;
  /** When it starts, of a series the first occurrence. */
  startTime: string;
  /** Defaults to the caller's time zone. Never null. */
  timezone?: string | null | undefined;
  /** Title of the event. */
  title: string;
  /** Member whose calendar it is in; defaults to the caller. Never null. */
  userId?: string | null | undefined;
};

/** The client to create. */
export type CreateClientInput = {
  /** Archived clients are kept but no longer offered for selection. */
  archived?: boolean;
  /** Buyer reference on e-invoices; for German public bodies their Leitweg-ID. */
  buyerReference?: string | null | undefined;
  /** City. */
  city?: string | null | undefined;
  /** Colour in lists and calendars, `#rrggbb`. */
  color?: string | null | undefined;
  /** Contact person, named in the address of documents. */
  contactName?: string | null | undefined;
  /** Country, ISO 3166-1 alpha-2. */
  country?: string | null | undefined;
  /** Your customer number for the client, shown on documents. */
  customerNumber?: string | null | undefined;
  /** Debtor account for accounting exports, 10000 to 69999, unique in the organization. */
  debtorNumber?: number | null | undefined;
  /** Email address for general correspondence. */
  email?: string | null | undefined;
  /** Id of the resource in another system; unique in the organization. */
  externalId?: string | null | undefined;
  /** Hourly rate in cents; defaults to that of the organization. */
  hourlyRateCents?: number | null | undefined;
  /** Email address that invoices are sent to; defaults to `email`. */
  invoiceEmail?: string | null | undefined;
  /** Format in which the client receives invoices. */
  invoiceFormat?: InvoiceFormat;
  /** Legal kind of the client: decides the VAT treatment and the rate of default interest. */
  kind?: ClientKind;
  /** Language of documents and mail: `de` or `en`; defaults to that of the organization. */
  language?: string | null | undefined;
  /** Your own key-value pairs; sent values replace the whole map. Never null. */
  metadata?: Record<string, string> | null | undefined;
  /** Name of the client, as documents address it. */
  name: string;
  /** Internal notes; never shown on documents. */
  notes?: string | null | undefined;
  /** Payment terms in days; defaults to those of the organization. */
  paymentTermsDays?: number | null | undefined;
  /** Phone number. */
  phone?: string | null | undefined;
  /** Postal code. */
  postalCode?: string | null | undefined;
  /** Number in the commercial register or the like, such as `HRB 12345` (BT-47); stands in for a VAT ID under domestic reverse charge. */
  registrationNumber?: string | null | undefined;
  /** Street and house number. */
  street?: string | null | undefined;
  /** Unit in minutes that billed time is rounded up to; defaults to that of the organization. */
  timeRoundingMinutes?: number | null | undefined;
  /** VAT ID with its country prefix; Greece uses EL. */
  vatId?: string | null | undefined;
  /** Web address. */
  website?: string | null | undefined;
};

/** The column to add. */
export type CreateColumnInput = {
  /** Name of the column. */
  name: string;
  /** Position, counted from 0; a larger value means the end. Never null. */
  sortOrder?: number | null | undefined;
};

/** The draft to create. */
export type CreateContractInput = {
  /** Client with whom the contract is made. */
  clientId: string;
  /** Text of the contract in Markdown (CommonMark, with tables and task lists); HTML in it is shown as text. */
  content: string;
  /** Last day of a contract of fixed term. */
  endsOn?: string | null | undefined;
  /** Id of the resource in another system; unique in the organization. */
  externalId?: string | null | undefined;
  /** Language of the document: `de` or `en`. */
  language?: string | null | undefined;
  /** Your own key-value pairs; sent values replace the whole map. Never null. */
  metadata?: Record<string, string> | null | undefined;
  /** Notice period in days. */
  noticePeriodDays?: number | null | undefined;
  /** Quote that the contract follows. */
  quoteId?: string | null | undefined;
  /** First day of the contract. */
  startsOn?: string | null | undefined;
  /** Title of the contract. */
  title: string;
};

/** The event type to create. */
export type CreateEventTypeInput = {
  /** Others are not shown to guests, and cannot be booked. */
  active?: boolean;
  /** Defaults to `host`. */
  assignment?: Assignment;
  /** Minutes that are kept free after an appointment. */
  bufferAfterMinutes?: number;
  /** Minutes that are kept free before an appointment. */
  bufferBeforeMinutes?: number;
  /** Colour in calendars, `#rrggbb`. */
  color?: string | null | undefined;
  /** A guest whose email address no client has becomes one: a consumer of the name they give. */
  createClient?: boolean;
  /** What it is about, for guests. */
  description?: string | null | undefined;
  /** Minutes that an appointment takes. */
  durationMinutes: number;
  /** Appointments of this type that a host takes on one day of theirs; null for no limit. */
  limitPerDay?: number | null | undefined;
  /** `meet`, `phone`, or any other text. Defaults to `meet`. */
  location?: string;
  /** Days after today on which it can be booked; null for no limit. */
  maximumDaysAhead?: number | null | undefined;
  /** Null for what the server allows (60). */
  maximumNewBookingsPerDay?: number | null | undefined;
  /** Members of the team. Administrators alone name others than themselves. Never null. */
  memberIds?: Array<string> | null | undefined;
  /** Defaults to 240. */
  minimumNoticeMinutes?: number;
  /** Name of the event type. */
  name: string;
  /** What guests are asked beside their name and email address. Never null. */
  questions?: Array<QuestionInput> | null | undefined;
  /** A guest confirms by a link in a mail before the slot is booked. It is held for 15 minutes, and nothing is in calendars or told until then. */
  requiresEmailVerification?: boolean;
  /** Minutes from one slot to the next; null for the duration. */
  slotIntervalMinutes?: number | null | undefined;
  /** Part of its address; unique among those of the host. */
  slug: string;
  /** Host; the caller unless said. Administrators may name another. Never null. */
  userId?: string | null | undefined;
};

/** The folder to create. */
export type CreateFolderInput = {
  /** Name of the folder. */
  name: string;
  /** Target folder; null means the top level. */
  parentId?: string | null | undefined;
};

/** The draft to create. */
export type CreateInvoiceInput = {
  /** Days after the issue date within which the cash discount may be taken. */
  cashDiscountDays?: number | null | undefined;
  /** Cash discount for early payment, in percent of the total. */
  cashDiscountPercent?: number | null | undefined;
  /** Client who is billed. */
  clientId: string;
  /** Text below the totals. */
  closing?: string | null | undefined;
  /** Last day for payment. */
  dueDate: string;
  /** Excludes the invoice from dunning. */
  dunningBlocked?: boolean;
  /** Id of the resource in another system; unique in the organization. */
  externalId?: string | null | undefined;
  /** Text above the line items. */
  introduction?: string | null | undefined;
  /** Date of the document. */
  issueDate: string;
  /** Defaults to `invoice`. An `advance` and a `final` invoice need a project or a quote; a final one lists the whole supply and deducts all advances sent for it. */
  kind?: InvoiceKind | null | undefined;
  /** Language of the document: `de` or `en`. */
  language?: string | null | undefined;
  /** Line items, in the order of the document. */
  lineItems: Array<LineItemInput>;
  /** Your own key-value pairs; sent values replace the whole map. Never null. */
  metadata?: Record<string, string> | null | undefined;
  /** Project that the invoice bills. */
  projectId?: string | null | undefined;
  /** Quote that the invoice is about. */
  quoteId?: string | null | undefined;
  /** First day of the service period. */
  serviceFrom?: string | null | undefined;
  /** Last day of the service period. */
  serviceTo?: string | null | undefined;
};

/** The member to add. */
export type CreateMemberInput = {
  /** Email address; shown to owners, admins and the member. */
  email: string;
  /** Hourly rate in cents; defaults to that of the organization. Shown to owners, admins and the member. */
  hourlyRateCents?: number | null | undefined;
  /** Language of mail to the member: `de` or `en`; defaults to that of the organization. */
  language?: string | null | undefined;
  /** Name of the member. */
  name: string;
  /** Role of the member, which decides their permissions. */
  role: Role;
  /** Part of the public booking address; unique across the service. Defaults to a form of the name. Never null. */
  slug?: string | null | undefined;
  /** IANA time zone of the member, such as `Europe/Berlin`. */
  timezone?: string;
};

/** The page to create. */
export type CreatePageInput = {
  /** Markdown (GFM) as text, or a ProseMirror document as JSON. Null empties the page. */
  content?: unknown;
  /** An emoji. */
  icon?: string | null | undefined;
  /** Page to lie under; null means the top, and the parent stays where it is not sent. At most 500 levels. */
  parentId?: string | null | undefined;
  /** Index among the pages under the same parent, from 0; at the end if null or beyond it. */
  position?: number | null | undefined;
  /** Project of the page; that of its parent where it is not sent. */
  projectId?: string | null | undefined;
  /** Whether the page is offered as a template of others. */
  template?: boolean;
  /** Page whose content and icon the new one begins with, where none are sent. */
  templateId?: string | null | undefined;
  /** Title of the page. */
  title: string;
};

/** The project to create. */
export type CreateProjectInput = {
  /** Time budget in minutes. */
  budgetMinutes?: number | null | undefined;
  /** Client the project is for; null for internal projects. */
  clientId?: string | null | undefined;
  /** Colour in lists and calendars, `#rrggbb`. */
  color?: string | null | undefined;
  /** Description of the project. */
  description?: string | null | undefined;
  /** Id of the resource in another system; unique in the organization. */
  externalId?: string | null | undefined;
  /** Hourly rate in cents; defaults to that of the client, then the member, then the organization. */
  hourlyRateCents?: number | null | undefined;
  /** Your own key-value pairs; sent values replace the whole map. Never null. */
  metadata?: Record<string, string> | null | undefined;
  /** Name of the project. */
  name: string;
  /** Status of the project. */
  status?: ProjectStatus;
};

/** The draft to create. */
export type CreateQuoteInput = {
  /** Client to whom the quote is made. */
  clientId: string;
  /** Text below the totals. */
  closing?: string | null | undefined;
  /** Id of the resource in another system; unique in the organization. */
  externalId?: string | null | undefined;
  /** Text above the line items. */
  introduction?: string | null | undefined;
  /** Date of the document; null on a draft stands for the day on which it will be sent. */
  issueDate?: string | null | undefined;
  /** Language of the document: `de` or `en`. */
  language?: string | null | undefined;
  /** Line items, in the order of the document. */
  lineItems: Array<LineItemInput>;
  /** Your own key-value pairs; sent values replace the whole map. Never null. */
  metadata?: Record<string, string> | null | undefined;
  /** Project that the quote is about. */
  projectId?: string | null | undefined;
  /** Last day on which the quote can be accepted (Europe/Berlin). */
  validUntil: string;
};

/** The recurring invoice to create. What lies in the past of its schedule is caught up by the clock, the oldest first; it begins at most a year ago. */
export type CreateRecurringInvoiceInput = {
  /** Client who is billed. */
  clientId: string;
  /** Text below the totals. */
  closing?: string | null | undefined;
  /** Days until payment is due; null for the terms of the client. */
  dueDays?: number | null | undefined;
  /** Last day on which an invoice is made. */
  endsOn?: string | null | undefined;
  /** Intervals from one invoice to the next. */
  every?: number;
  /** Unit of the time between two invoices. */
  interval: Interval;
  /** Text above the line items. */
  introduction?: string | null | undefined;
  /** Language of the invoices: `de` or `en`. */
  language?: string | null | undefined;
  /** Line items, taxed as of today; each invoice finds its own tax. `{period}`, `{month}` and `{year}` stand for those of the invoice, in the introduction and closing too. */
  lineItems: Array<LineItemInput>;
  /** Whether invoices are made as drafts or sent. One that cannot be sent stays a draft. */
  mode?: RecurringMode;
  /** No invoices are made meanwhile, and none of that time afterwards. */
  paused?: boolean;
  /** Project that the invoices bill. */
  projectId?: string | null | undefined;
  /** Day of the first invoice; a day that a month lacks is its last. Days that are past already are caught up, each with an invoice of its own. */
  startsOn: string;
};

/** Who may use the link, how often and until when; without anything everybody who has it. */
export type CreateShareInput = {
  /** When the link ends, in the future; never unless sent. */
  expiresAt?: string | null | undefined;
  /** Downloads after which the link is spent; any number unless sent. */
  maxDownloads?: number | null | undefined;
  /** Password that is asked for; none unless sent. */
  password?: string | null | undefined;
};

/** The step to add. */
export type CreateSubtaskInput = {
  /** Whether the step is done. */
  done?: boolean;
  /** Position, counted from 0; a larger value means the end. Never null. */
  position?: number | null | undefined;
  /** Title of the step. */
  title: string;
};

/** The task to create. */
export type CreateTaskInput = {
  /** Ids of all members to be assigned; replaces the current ones. Never null. */
  assigneeIds?: Array<string> | null | undefined;
  /** Column of the board that holds the task. */
  columnId: string;
  /** HTML; elements that are not allowed are removed. */
  description?: string | null | undefined;
  /** Date by which the task is due. */
  dueDate?: string | null | undefined;
  /** Estimated effort in minutes. */
  estimateMinutes?: number | null | undefined;
  /** Id of the resource in another system; unique in the organization. */
  externalId?: string | null | undefined;
  /** Hourly rate in cents; defaults to that of the project. */
  hourlyRateCents?: number | null | undefined;
  /** Your own key-value pairs; sent values replace the whole map. Never null. */
  metadata?: Record<string, string> | null | undefined;
  /** Priority of the task. */
  priority?: TaskPriority;
  /** Project of the task. */
  projectId: string;
  /** Date on which work is to start. */
  startDate?: string | null | undefined;
  /** Whether the task is open or done. */
  status?: TaskStatus;
  /** Ids of all tags to be set; replaces the current ones. Never null. */
  tagIds?: Array<string> | null | undefined;
  /** Title of the task. */
  title: string;
};

/** Tracked time. */
export type CreateTimeEntryInput = {
  /** Defaults to true. */
  billable?: boolean;
  /** What is being done. */
  description?: string | null | undefined;
  /** When the work ended; null while the timer is running. */
  endedAt: string;
  /** Of an hour: the first set of task, project, client, member and organization when it was written. Shown to the person and to who may read invoices. */
  hourlyRateCents?: number | null | undefined;
  /** Project; defaults to that of the task. Never null. */
  projectId?: string | null | undefined;
  /** When the work started. */
  startedAt: string;
  /** Task; a new entry needs a task or a project. */
  taskId?: string | null | undefined;
  /** Member; defaults to the caller. Only owners and admins may name others. */
  userId?: string | null | undefined;
};

/** The token to create. */
export type CreateTokenInput = {
  /** Expiry, not after that of the token in use. Without it the token expires with the one in use, or after a year; `null` is a token without end. */
  expiresAt?: string | null | undefined;
  /** Name of the token, for people. */
  name: string;
  /** Scope: `full` (default) or `read`. */
  scope?: string;
};

/** The webhook to create. */
export type CreateWebhookInput = {
  /** Whether events are delivered. */
  active?: boolean;
  /** Your note about the webhook. */
  description?: string | null | undefined;
  /** Names of the subscribed events, or `["*"]` for all. */
  events: Array<string>;
  /** HTTPS address without user name and password; any port. */
  url: string;
};

/** What to credit; everything not yet credited if no lines are given. */
export type CreditNoteInput = {
  /** Line items to credit, each with a tax of the invoice: parts of its lines, or reductions in words of their own. `unit` and the discount default to those of the line with the same text, which cannot be credited beyond its net amount. Defaults to everything not yet credited. */
  lineItems?: Array<LineItemInput> | null | undefined;
  /** Reason, shown on the credit note. */
  reason?: string | null | undefined;
};

/** Hours of one day, or that it is closed. */
export type DatedHoursInput = {
  /** Nothing can be booked on the day. Never null. */
  closed?: boolean | null | undefined;
  /** The day. */
  date: string;
  /** When they end, `HH:MM`; before `start`: on the next day; null on a closed day. */
  end?: string | null | undefined;
  /** When they begin, `HH:MM`; null on a closed day. */
  start?: string | null | undefined;
};

/** Half of a day; noon divides it. */
export type DayHalf =
  | 'afternoon'
  | 'morning';

/** What became of a mail: `none` was mailed; `queued`, it waits, or is tried again for those that a mail server refused for now; `sent`, a mail server has taken it for every recipient; `failed`, it was refused or given up for at least one of them; `bounced`, it came back. `reason` names those who do not have it. */
export type DeliveryState =
  | 'bounced'
  | 'failed'
  | 'none'
  | 'queued'
  | 'sent';

export type DeliveryStatus =
  | 'failed'
  | 'pending'
  | 'succeeded';

/** Settings of the dunning process: those that are sent change, the levels as a whole. */
export type DunningInput = {
  /** Whether reminders are mailed every morning (Europe/Berlin) when their days have passed. Never null. */
  automatic?: boolean | null | undefined;
  /** Levels, in their order; they replace those there are. Never null. */
  levels?: Array<DunningLevelInput> | null | undefined;
};

/** One level of the dunning process. */
export type DunningLevelInput = {
  /** Days that the daily run waits: after the due date for the first reminder, else after the one before it. */
  days: number;
  /** Fee added at this level, in cents; 0 at level 0. Levels without settings have none. */
  feeCents: number;
  /** Level: 0 is the friendly reminder, 1 to 3 are formal. */
  level: number;
  /** Text of the reminder, in place of the one that comes with the service. */
  text?: string | null | undefined;
};

/** Confirms the end of an organization. */
export type EndOrganizationInput = {
  /** Name of the organization, as in its settings. */
  name: string;
};

/** What becomes of records: `erased` goes, `pseudonymised` stays without the person, `kept` is locked until the law allows to erase it, `blocking` has to be settled first, and `review` may mention the person and is for people to look at. */
export type ErasureOutcome =
  | 'blocking'
  | 'erased'
  | 'kept'
  | 'pseudonymised'
  | 'review';

/** Type of the resource. */
export type FoundKind =
  | 'client'
  | 'contract'
  | 'file'
  | 'invoice'
  | 'page'
  | 'project'
  | 'quote'
  | 'task'
  | 'whiteboard';

/** A client to create, unless there is one already. */
export type ImportClientInput = {
  /** Archived clients are kept but no longer offered for selection. Never null. */
  archived?: boolean | null | undefined;
  /** Buyer reference on e-invoices; for German public bodies their Leitweg-ID. */
  buyerReference?: string | null | undefined;
  /** City. */
  city?: string | null | undefined;
  /** Colour in lists and calendars, `#rrggbb`. */
  color?: string | null | undefined;
  /** Contact person, named in the address of documents. */
  contactName?: string | null | undefined;
  /** Country, ISO 3166-1 alpha-2. */
  country?: string | null | undefined;
  /** Your customer number for the client, shown on documents. */
  customerNumber?: string | null | undefined;
  /** Debtor account for accounting exports, 10000 to 69999, unique in the organization. */
  debtorNumber?: number | null | undefined;
  /** Email address for general correspondence. */
  email?: string | null | undefined;
  /** Id of the resource in another system; unique in the organization. */
  externalId?: string | null | undefined;
  /** Hourly rate in cents; defaults to that of the organization. */
  hourlyRateCents?: number | null | undefined;
  /** Email address that invoices are sent to; defaults to `email`. */
  invoiceEmail?: string | null | undefined;
  /** Format in which the client receives invoices. Never null. */
  invoiceFormat?: InvoiceFormat | null | undefined;
  /** Legal kind of the client: decides the VAT treatment and the rate of default interest. Never null. */
  kind?: ClientKind | null | undefined;
  /** Language of documents and mail: `de` or `en`; defaults to that of the organization. */
  language?: string | null | undefined;
  /** Your own key-value pairs; sent values replace the whole map. Never null. */
  metadata?: Record<string, string> | null | undefined;
  /** Name of the client, as documents address it. */
  name: string;
  /** Internal notes; never shown on documents. */
  notes?: string | null | undefined;
  /** Payment terms in days; defaults to those of the organization. */
  paymentTermsDays?: number | null | undefined;
  /** Phone number. */
  phone?: string | null | undefined;
  /** Postal code. */
  postalCode?: string | null | undefined;
  /** Number in the commercial register or the like, such as `HRB 12345` (BT-47); stands in for a VAT ID under domestic reverse charge. */
  registrationNumber?: string | null | undefined;
  /** Street and house number. */
  street?: string | null | undefined;
  /** Unit in minutes that billed time is rounded up to; defaults to that of the organization. */
  timeRoundingMinutes?: number | null | undefined;
  /** VAT ID with its country prefix; Greece uses EL. */
  vatId?: string | null | undefined;
  /** Web address. */
  website?: string | null | undefined;
};

/** Clients to import: as a list, or as a CSV file that was uploaded before. */
export type ImportClientsInput = {
  /** At most 100; send more in several requests. All are created, or none. */
  clients?: Array<ImportClientInput> | null | undefined;
  /** Validate without saving, and return the expected outcome of each row; `false` unless sent. Never null. */
  dryRun?: boolean | null | undefined;
  /** A CSV file of at most 1000 rows and 200 columns, with the columns of Kontor, Excel, Outlook or Google. Rows that are not valid are left out. */
  fileId?: string | null | undefined;
};

/** Unit of the time between two recurring invoices. */
export type Interval =
  | 'half_year'
  | 'month'
  | 'quarter'
  | 'week'
  | 'year';

/** What invoices are mailed as: `zugferd` is a PDF with its XML inside; `xrechnung_ubl` and `xrechnung_cii` are the XML alone. */
export type InvoiceFormat =
  | 'xrechnung_cii'
  | 'xrechnung_ubl'
  | 'zugferd';

export type InvoiceKind =
  | 'advance'
  | 'credit_note'
  | 'final'
  | 'invoice';

/** A draft that is being written. */
export type InvoicePreviewInput = {
  /** Days from the date of the invoice for which it is granted, likewise. */
  cashDiscountDays?: number | null | undefined;
  /** Cash discount in percent, likewise. */
  cashDiscountPercent?: number | null | undefined;
  /** Client who is billed. Without one, VAT is that of a business in the country of the organization. */
  clientId?: string | null | undefined;
  /** Draft that is being changed: `warnings` speaks also of its kind, project and quote. */
  draftId?: string | null | undefined;
  /** Day until which it is to be paid, likewise. */
  dueDate?: string | null | undefined;
  /** Date of the invoice, for warnings about its terms. */
  issueDate?: string | null | undefined;
  /** Line items with their VAT categories and net amounts. */
  lineItems: Array<LineItemInput>;
};

export type InvoiceStatus =
  | 'cancelled'
  | 'draft'
  | 'overdue'
  | 'paid'
  | 'partially_paid'
  | 'sent';

/** A line item of an invoice. */
export type LineItemInput = {
  /** Text of the line; the first line of the text is its title. */
  description: string;
  /** Discount in percent. */
  discountPercent?: number | null | undefined;
  /** Quantity, with up to four decimals; negative on a discount line. */
  quantity: number;
  /** Goods or service, which decides where VAT is due; defaults to `service`. */
  supply?: Supply | null | undefined;
  /** VAT category of EN 16931; defaults to the one that follows from rate, seller and buyer. A rate of 0 that does not follow from them is refused with 422 unless a category is sent: E with its reason, or Z. */
  taxCategory?: TaxCategory | null | undefined;
  /** Reason why no VAT is charged; null where it is. */
  taxExemptionReason?: string | null | undefined;
  /** VAT rate in percent. */
  taxRate: number;
  /** Unit code of UN/ECE Recommendation 20 or 21; defaults to C62 (piece). */
  unit?: string | null | undefined;
  /** Net price of one unit, in cents. */
  unitPriceCents: number;
};

/** An acceptance that came by another way than the signing link. */
export type MarkQuoteSignedInput = {
  /** Day on which the client accepted the quote. */
  date: string;
  /** Who accepted the quote for the client. */
  name: string;
  /** How the client accepted, such as `by mail`. */
  note?: string | null | undefined;
};

/** Where to move the column. */
export type MoveColumnInput = {
  /** Position, counted from 0; a larger value means the end. */
  position: number;
};

/** Where the page comes to stand. */
export type MovePageInput = {
  /** Page to lie under; null means the top, and the parent stays where it is not sent. At most 500 levels. */
  parentId?: string | null | undefined;
  /** Index among the pages under the same parent, from 0; at the end if null or beyond it. */
  position?: number | null | undefined;
};

/** Where to move the task. */
export type MoveTaskInput = {
  /** Target column, of the same or of another project. */
  columnId: string;
  /** Index among the column's open tasks, counted from 0; defaults to the end. */
  position?: number | null | undefined;
  /** Project of the column; if sent, it must match. */
  projectId?: string | null | undefined;
};

/** A series of document numbers. */
export type NumberSeriesName =
  | 'contract'
  | 'credit_note'
  | 'invoice'
  | 'quote';

/** How to treat an amount that exceeds what is open: `credit` keeps the excess as credit of the client. Without it the payment is refused. */
export type Overpayment =
  | 'credit';

/** The payment to record. */
export type PaymentInput = {
  /** Amount in cents, received on an invoice or paid back on a credit note; always positive. */
  amountCents: number;
  /** Cash discount granted with the payment, in cents, on top of the amount; at most what is open. A discount that the terms of the invoice do not provide for is named in `warnings`. */
  cashDiscountCents?: number | null | undefined;
  /** Part of the amount in cents that settles dunning fees and interest; more than the reminders have claimed is named in `warnings`. */
  chargesCents?: number | null | undefined;
  /** With the method `credit_note`: the credit note of the same client whose refund that is due settles this much of both documents. */
  creditNoteId?: string | null | undefined;
  /** Payment method. */
  method: PaymentMethod;
  /** Without it, an amount that exceeds what is open is refused. */
  overpayment?: Overpayment | null | undefined;
  /** Date of the payment. */
  paidAt: string;
  /** Reference on the bank statement. */
  reference?: string | null | undefined;
};

/** `exact`: settles what it pays; `partial`: less or more than is open; `ambiguous`: one of several may be meant; `none`: nothing fits. */
export type PaymentMatch =
  | 'ambiguous'
  | 'exact'
  | 'none'
  | 'partial';

/** Payment method; `client_credit` uses the client's credit on an invoice, `credit_note` sets off the refund that is due of one of the client's credit notes. */
export type PaymentMethod =
  | 'bank_transfer'
  | 'card'
  | 'cash'
  | 'client_credit'
  | 'credit_note'
  | 'direct_debit'
  | 'other'
  | 'paypal';

/** Whether a preview is there, is still being made, or there is none: of this type, this size, or of a file that cannot be drawn. */
export type PreviewState =
  | 'none'
  | 'pending'
  | 'ready';

export type ProjectStatus =
  | 'active'
  | 'archived'
  | 'on_hold';

/** A question that guests are asked. */
export type QuestionInput = {
  /** What may be chosen, of a `choice` alone. Never null. */
  choices?: Array<string> | null | undefined;
  /** Names its answer: letters, digits and `_`. */
  key: string;
  /** Defaults to `text`. Never null. */
  kind?: QuestionKind | null | undefined;
  /** The question. */
  label: string;
  /** Nobody books without an answer. Never null. */
  required?: boolean | null | undefined;
};

/** How a question is answered: by a line of `text`, a `paragraph`, or a `choice` of those that are offered. */
export type QuestionKind =
  | 'choice'
  | 'paragraph'
  | 'text';

export type QuoteStatus =
  | 'converted'
  | 'draft'
  | 'expired'
  | 'rejected'
  | 'sent'
  | 'signed';

/** The next number of a series. */
export type RaiseNumberInput = {
  /** The next number: never lower than the `next` there is, even if no document has the numbers in between. */
  next: number;
  /** The series. */
  series: NumberSeriesName;
  /** Year, where the series restarts every year; defaults to this one (Europe/Berlin). Never null. */
  year?: number | null | undefined;
};

/** Whether a recurring invoice is made as a draft, or sent by itself. */
export type RecurringMode =
  | 'draft'
  | 'send';

/** Why the quote is rejected. */
export type RejectQuoteInput = {
  /** Reason for the rejection. */
  reason?: string | null | undefined;
};

/** Recipients and text of the mail of a reminder. */
export type RemindInvoiceInput = {
  /** Recipients of a copy. */
  cc?: Array<string> | null | undefined;
  /** Defaults to `email`, without which nothing is sent again. */
  channel?: SendChannel | null | undefined;
  /** Whether to remind although the mail of the invoice, or of its last reminder, did not arrive; `false` unless sent. */
  despiteFailedDelivery?: boolean | null | undefined;
  /** Text of the mail. */
  message?: string | null | undefined;
  /** Subject of the mail. */
  subject?: string | null | undefined;
  /** Recipients; defaults to the client. */
  to?: Array<string> | null | undefined;
};

/** When an appointment is to be instead. */
export type RescheduleBookingInput = {
  /** New start. */
  start: string;
};

/** The version whose content the page gets. */
export type RestorePageInput = {
  /** A version of this page. */
  versionId: string;
};

/** Revenue account for a VAT category. */
export type RevenueAccountInput = {
  /** Number of the revenue account. */
  account: string;
  /** Number of the account of advances received, at this category and rate; that of the chart unless set. */
  advanceAccount?: string | null | undefined;
  /** With category S: the other country whose VAT this is (ISO 3166-1 alpha-2), as under the One-Stop-Shop. */
  country?: string | null | undefined;
  /** With category AE: true for reverse charge within the country (§ 13b UStG), else for services to other EU states. */
  domestic?: boolean | null | undefined;
  /** Words of the reason why no VAT is charged, such as `§ 25a` or `§ 4 Nr. 21`: the account takes the lines whose reason has them. */
  exemptionReason?: string | null | undefined;
  /** VAT category of EN 16931 (UNTDID 5305). */
  taxCategory: string;
  /** DATEV tax key (BU-Schlüssel); none for an account that knows its tax (Automatikkonto). */
  taxKey?: string | null | undefined;
  /** VAT rate in percent; defaults to every rate of the category. */
  taxRate?: number | null | undefined;
};

/** Role of a member. */
export type Role =
  | 'accountant'
  | 'admin'
  | 'auditor'
  | 'member'
  | 'owner'
  | 'viewer';

/** How a document is delivered. */
export type SendChannel =
  | 'email'
  | 'none';

/** Recipients and text of the mail, which carries the signing link. */
export type SendContractInput = {
  /** Recipients of a copy. */
  cc?: Array<string> | null | undefined;
  /** Defaults to `email`, without which nothing is sent again. */
  channel?: SendChannel | null | undefined;
  /** Text of the mail. */
  message?: string | null | undefined;
  /** Subject of the mail. */
  subject?: string | null | undefined;
  /** Recipients; defaults to the client. */
  to?: Array<string> | null | undefined;
};

/** Recipients and text of the mail. */
export type SendInvoiceInput = {
  /** Recipients of a copy. */
  cc?: Array<string> | null | undefined;
  /** Defaults to `email`, without which nothing is sent again. */
  channel?: SendChannel | null | undefined;
  /** Text of the mail. */
  message?: string | null | undefined;
  /** Subject of the mail. */
  subject?: string | null | undefined;
  /** Recipients; defaults to the client. */
  to?: Array<string> | null | undefined;
};

/** Recipients and text of the mail, which carries the signing link. */
export type SendQuoteInput = {
  /** Recipients of a copy. */
  cc?: Array<string> | null | undefined;
  /** Defaults to `email`, without which nothing is sent again. */
  channel?: SendChannel | null | undefined;
  /** Text of the mail. */
  message?: string | null | undefined;
  /** Subject of the mail. */
  subject?: string | null | undefined;
  /** Recipients; defaults to the client. */
  to?: Array<string> | null | undefined;
};

/** The task, or the project, to track time on. */
export type StartTimerInput = {
  /** Defaults to true. Never null. */
  billable?: boolean | null | undefined;
  /** What is being done. */
  description?: string | null | undefined;
  /** Project; defaults to that of the task. */
  projectId?: string | null | undefined;
  /** Task; a new entry needs a task or a project. */
  taskId?: string | null | undefined;
};

/** Goods or service, which decides where VAT is due. */
export type Supply =
  | 'goods'
  | 'service';

export type TaskPriority =
  | 'high'
  | 'low'
  | 'medium'
  | 'none'
  | 'urgent';

/** Sort order, ascending or descending. */
export type TaskSort =
  | 'completed_at'
  | 'completed_at_desc'
  | 'created_at'
  | 'created_at_desc'
  | 'due_date'
  | 'due_date_desc'
  | 'priority'
  | 'priority_desc';

export type TaskStatus =
  | 'done'
  | 'open';

/** VAT category of EN 16931 (UNTDID 5305). */
export type TaxCategory =
  | 'AE'
  | 'E'
  | 'G'
  | 'K'
  | 'O'
  | 'S'
  | 'Z';

export type TimeEntryStatus =
  | 'running'
  | 'stopped';

/** Grouping of a report. */
export type TimeGroup =
  | 'client'
  | 'day'
  | 'month'
  | 'person'
  | 'project'
  | 'task'
  | 'week';

/** The fields to change; null clears a field. */
export type UpdateAbsenceInput = {
  /** Last day away; the first for a single day. Never null. */
  endsOn?: string | null | undefined;
  /** Which half; defaults to `morning`. Only with `halfDay`. */
  half?: DayHalf | null | undefined;
  /** Away for half of a single day; defaults to false. Never null. */
  halfDay?: boolean | null | undefined;
  /** Why the member is away; defaults to `vacation`. Never null. */
  kind?: AbsenceKind | null | undefined;
  /** Note; only the member, owners and admins see it. */
  note?: string | null | undefined;
  /** First day away. Never null. */
  startsOn?: string | null | undefined;
};

/** The fields to change. */
export type UpdateAvailabilityInput = {
  /** All such days, in the place of the others. Never null. */
  overrides?: Array<DatedHoursInput> | null | undefined;
  /** IANA time zone of the hours. Never null. */
  timezone?: string | null | undefined;
  /** All hours of the week, in the place of the others. Never null. */
  weekly?: Array<WeeklyHoursInput> | null | undefined;
};

/** The fields to change. */
export type UpdateCalendarConnectionInput = {
  /** Whether its busy all-day entries keep the member from being booked. Never null. */
  allDay?: AllDayEntries | null | undefined;
};

/** The fields to change; null clears a field. */
export type UpdateCalendarEventInput = {
  /** Takes the whole days on which it starts and ends. Never null. */
  allDay?: boolean | null | undefined;
  /** Makes a link to a video meeting, or takes it away. Never null. */
  attachMeet?: boolean | null | undefined;
  /** Who is invited by mail. Whoever is left out of an update is told that they are no longer. Never null. */
  attendeeEmails?: Array<string> | null | undefined;
  /** Whether it keeps its member from being booked: `true` unless sent, and `false` of whole days. Never null. */
  busy?: boolean | null | undefined;
  /** Defaults to the client of the project. */
  clientId?: string | null | undefined;
  /** What it is about. */
  description?: string | null | undefined;
  /** After the start; whole days end at the midnight after them. Never null. */
  endTime?: string | null | undefined;
  /** Where it takes place. */
  location?: string | null | undefined;
  /** Changes the one occurrence of a series to which its rule gives this start: its title, times, description and location. */
  occurrenceStart?: string | null | undefined;
  /** Project it belongs to. */
  projectId?: string | null | undefined;
  /** Makes it a series: a rule of RFC 5545 such as `FREQ=WEEKLY;BYDAY=MO`, at most 1,500 times a year. */
  recurrence?: string | null | undefined;
  /** How many minutes before it its member and attendees are reminded by mail, at most four weeks. */
  reminderMinutes?: number | null | undefined;
  /** When it starts, of a series the first occurrence. Never null. */
  startTime?: string | null | undefined;
  /** Defaults to the caller's time zone. Never null. */
  timezone?: string | null | undefined;
  /** Title of the event. Never null. */
  title?: string | null | undefined;
  /** Member whose calendar it is in; defaults to the caller. Never null. */
  userId?: string | null | undefined;
};

/** The fields to change; null clears a field. */
export type UpdateClientInput = {
  /** Archived clients are kept but no longer offered for selection. Never null. */
  archived?: boolean | null | undefined;
  /** Buyer reference on e-invoices; for German public bodies their Leitweg-ID. */
  buyerReference?: string | null | undefined;
  /** City. */
  city?: string | null | undefined;
  /** Colour in lists and calendars, `#rrggbb`. */
  color?: string | null | undefined;
  /** Contact person, named in the address of documents. */
  contactName?: string | null | undefined;
  /** Country, ISO 3166-1 alpha-2. */
  country?: string | null | undefined;
  /** Your customer number for the client, shown on documents. */
  customerNumber?: string | null | undefined;
  /** Debtor account for accounting exports, 10000 to 69999, unique in the organization. */
  debtorNumber?: number | null | undefined;
  /** Email address for general correspondence. */
  email?: string | null | undefined;
  /** Id of the resource in another system; unique in the organization. */
  externalId?: string | null | undefined;
  /** Hourly rate in cents; defaults to that of the organization. */
  hourlyRateCents?: number | null | undefined;
  /** Email address that invoices are sent to; defaults to `email`. */
  invoiceEmail?: string | null | undefined;
  /** Format in which the client receives invoices. Never null. */
  invoiceFormat?: InvoiceFormat | null | undefined;
  /** Legal kind of the client: decides the VAT treatment and the rate of default interest. Never null. */
  kind?: ClientKind | null | undefined;
  /** Language of documents and mail: `de` or `en`; defaults to that of the organization. */
  language?: string | null | undefined;
  /** Your own key-value pairs; sent values replace the whole map. Never null. */
  metadata?: Record<string, string> | null | undefined;
  /** Name of the client, as documents address it. Never null. */
  name?: string | null | undefined;
  /** Internal notes; never shown on documents. */
  notes?: string | null | undefined;
  /** Payment terms in days; defaults to those of the organization. */
  paymentTermsDays?: number | null | undefined;
  /** Phone number. */
  phone?: string | null | undefined;
  /** Postal code. */
  postalCode?: string | null | undefined;
  /** Number in the commercial register or the like, such as `HRB 12345` (BT-47); stands in for a VAT ID under domestic reverse charge. */
  registrationNumber?: string | null | undefined;
  /** Street and house number. */
  street?: string | null | undefined;
  /** Unit in minutes that billed time is rounded up to; defaults to that of the organization. */
  timeRoundingMinutes?: number | null | undefined;
  /** VAT ID with its country prefix; Greece uses EL. */
  vatId?: string | null | undefined;
  /** Web address. */
  website?: string | null | undefined;
};

/** The fields to change. */
export type UpdateColumnInput = {
  /** Name of the column. Never null. */
  name?: string | null | undefined;
  /** Position, counted from 0; a larger value means the end. Never null. */
  sortOrder?: number | null | undefined;
};

/** The fields to change; null clears a field. */
export type UpdateContractInput = {
  /** Client with whom the contract is made. Never null. */
  clientId?: string | null | undefined;
  /** Text of the contract in Markdown (CommonMark, with tables and task lists); HTML in it is shown as text. Never null. */
  content?: string | null | undefined;
  /** Last day of a contract of fixed term. */
  endsOn?: string | null | undefined;
  /** Id of the resource in another system; unique in the organization. */
  externalId?: string | null | undefined;
  /** Language of the document: `de` or `en`. */
  language?: string | null | undefined;
  /** Your own key-value pairs; sent values replace the whole map. Never null. */
  metadata?: Record<string, string> | null | undefined;
  /** Notice period in days. */
  noticePeriodDays?: number | null | undefined;
  /** Quote that the contract follows. */
  quoteId?: string | null | undefined;
  /** First day of the contract. */
  startsOn?: string | null | undefined;
  /** Title of the contract. Never null. */
  title?: string | null | undefined;
};

/** The fields to change; null clears a field. */
export type UpdateEventTypeInput = {
  /** Others are not shown to guests, and cannot be booked. Never null. */
  active?: boolean | null | undefined;
  /** Defaults to `host`. Never null. */
  assignment?: Assignment | null | undefined;
  /** Minutes that are kept free after an appointment. Never null. */
  bufferAfterMinutes?: number | null | undefined;
  /** Minutes that are kept free before an appointment. Never null. */
  bufferBeforeMinutes?: number | null | undefined;
  /** Colour in calendars, `#rrggbb`. */
  color?: string | null | undefined;
  /** A guest whose email address no client has becomes one: a consumer of the name they give. Never null. */
  createClient?: boolean | null | undefined;
  /** What it is about, for guests. */
  description?: string | null | undefined;
  /** Minutes that an appointment takes. Never null. */
  durationMinutes?: number | null | undefined;
  /** Appointments of this type that a host takes on one day of theirs; null for no limit. */
  limitPerDay?: number | null | undefined;
  /** `meet`, `phone`, or any other text. Defaults to `meet`. Never null. */
  location?: string | null | undefined;
  /** Days after today on which it can be booked; null for no limit. */
  maximumDaysAhead?: number | null | undefined;
  /** Null for what the server allows (60). */
  maximumNewBookingsPerDay?: number | null | undefined;
  /** Members of the team. Administrators alone name others than themselves. Never null. */
  memberIds?: Array<string> | null | undefined;
  /** Defaults to 240. Never null. */
  minimumNoticeMinutes?: number | null | undefined;
  /** Name of the event type. Never null. */
  name?: string | null | undefined;
  /** What guests are asked beside their name and email address. Never null. */
  questions?: Array<QuestionInput> | null | undefined;
  /** A guest confirms by a link in a mail before the slot is booked. It is held for 15 minutes, and nothing is in calendars or told until then. Never null. */
  requiresEmailVerification?: boolean | null | undefined;
  /** Minutes from one slot to the next; null for the duration. */
  slotIntervalMinutes?: number | null | undefined;
  /** Part of its address; unique among those of the host. Never null. */
  slug?: string | null | undefined;
  /** Host; the caller unless said. Administrators may name another. Never null. */
  userId?: string | null | undefined;
};

/** The fields to change; null clears a field. */
export type UpdateFileInput = {
  /** Target folder; null means the top level. */
  folderId?: string | null | undefined;
  /** File name, as downloads are saved. Never null. */
  name?: string | null | undefined;
};

/** The fields to change; null clears a field. */
export type UpdateFolderInput = {
  /** Name of the folder. Never null. */
  name?: string | null | undefined;
  /** Target folder; null means the top level. */
  parentId?: string | null | undefined;
};

/** The fields to change; null clears a field. */
export type UpdateInvoiceInput = {
  /** Days after the issue date within which the cash discount may be taken. */
  cashDiscountDays?: number | null | undefined;
  /** Cash discount for early payment, in percent of the total. */
  cashDiscountPercent?: number | null | undefined;
  /** Client who is billed. Never null. */
  clientId?: string | null | undefined;
  /** Text below the totals. */
  closing?: string | null | undefined;
  /** Last day for payment. Never null. */
  dueDate?: string | null | undefined;
  /** Excludes the invoice from dunning. Never null. */
  dunningBlocked?: boolean | null | undefined;
  /** Id of the resource in another system; unique in the organization. */
  externalId?: string | null | undefined;
  /** Text above the line items. */
  introduction?: string | null | undefined;
  /** Date of the document. Never null. */
  issueDate?: string | null | undefined;
  /** Language of the document: `de` or `en`. */
  language?: string | null | undefined;
  /** Line items, in the order of the document. Never null. */
  lineItems?: Array<LineItemInput> | null | undefined;
  /** Your own key-value pairs; sent values replace the whole map. Never null. */
  metadata?: Record<string, string> | null | undefined;
  /** Project that the invoice bills. */
  projectId?: string | null | undefined;
  /** First day of the service period. */
  serviceFrom?: string | null | undefined;
  /** Last day of the service period. */
  serviceTo?: string | null | undefined;
};

/** The fields to change; null clears a field. */
export type UpdateOrganizationInput = {
  /** Colour of rules and headings on documents, `#rrggbb`. */
  accentColor?: string | null | undefined;
  /** Holder of the account; defaults to the legal name. */
  accountHolder?: string | null | undefined;
  /** Settings of the accounting export: only those that are sent change. Never null. */
  accounting?: AccountingInput | null | undefined;
  /** Name of the bank. */
  bankName?: string | null | undefined;
  /** BIC of the bank. */
  bic?: string | null | undefined;
  /** City of the seller. */
  city?: string | null | undefined;
  /** Contact person for questions about documents; required on invoices to public bodies. */
  contactName?: string | null | undefined;
  /** Pattern of contract numbers, as for invoices. Never null. */
  contractNumberPattern?: string | null | undefined;
  /** Country of the seller, ISO 3166-1 alpha-2; decides which VAT rules apply. Never null. */
  country?: string | null | undefined;
  /** Pattern of credit note numbers; must differ from that of invoices. Never null. */
  creditNoteNumberPattern?: string | null | undefined;
  /** Language of documents and mail where nothing more specific is set: `de` or `en`. Never null. */
  defaultLanguage?: string | null | undefined;
  /** Payment terms in days for clients without their own. Never null. */
  defaultPaymentTermsDays?: number | null | undefined;
  /** Settings of the dunning process: only those that are sent change. Never null. */
  dunning?: DunningInput | null | undefined;
  /** Email address shown on documents. */
  email?: string | null | undefined;
  /** German state, ISO 3166-2 such as `DE-HH`, or a place in one with holidays of its own: `DE-BY-KATH` where the Assumption is one. */
  holidayRegion?: string | null | undefined;
  /** Whether booking pages offer no times on public holidays. Never null. */
  holidaysBlockBookings?: boolean | null | undefined;
  /** Hourly rate in cents where nothing more specific is set. */
  hourlyRateCents?: number | null | undefined;
  /** IBAN of the account that clients pay to. */
  iban?: string | null | undefined;
  /** Pattern in which `{year}` and `{seq:4}` stand for the year and the running number. Never null. */
  invoiceNumberPattern?: string | null | undefined;
  /** Legal name, shown on documents. */
  legalName?: string | null | undefined;
  /** Id of a PNG or JPEG file to show as the logo on documents. */
  logoFileId?: string | null | undefined;
  /** Names of the managing directors, as business letters must show them. */
  managingDirectors?: string | null | undefined;
  /** Name of the organization, shown on documents where there is no legal name. Never null. */
  name?: string | null | undefined;
  /** Whether VAT of other EU states is declared through the One-Stop-Shop (§ 18j UStG). Never null. */
  oneStopShop?: boolean | null | undefined;
  /** Phone number shown on documents. */
  phone?: string | null | undefined;
  /** Postal code of the seller. */
  postalCode?: string | null | undefined;
  /** Privacy notice of the organization itself, linked from its pages for guests. */
  privacyUrl?: string | null | undefined;
  /** Pattern of quote numbers, as for invoices. Never null. */
  quoteNumberPattern?: string | null | undefined;
  /** Court of the commercial register. */
  registerCourt?: string | null | undefined;
  /** Number in the commercial register. */
  registerNumber?: string | null | undefined;
  /** § 19 UStG: no tax is shown. Never null. */
  smallBusiness?: boolean | null | undefined;
  /** Street and house number of the seller. */
  street?: string | null | undefined;
  /** Tax number given by the tax office. */
  taxNumber?: string | null | undefined;
  /** Unit in minutes that billed time is rounded up to; 0 bills it exactly. Never null. */
  timeRoundingMinutes?: number | null | undefined;
  /** When VAT is due: with the service, or with the payment. Never null. */
  vatAccounting?: string | null | undefined;
  /** VAT ID, shown on documents; needed for reverse charge and supplies within the EU. */
  vatId?: string | null | undefined;
  /** Web address shown on documents. */
  website?: string | null | undefined;
};

/** The fields to change; null clears a field. */
export type UpdatePageInput = {
  /** Markdown (GFM) as text, or a ProseMirror document as JSON. Null empties the page. */
  content?: unknown;
  /** An emoji. */
  icon?: string | null | undefined;
  /** Page to lie under; null means the top, and the parent stays where it is not sent. At most 500 levels. */
  parentId?: string | null | undefined;
  /** Index among the pages under the same parent, from 0; at the end if null or beyond it. */
  position?: number | null | undefined;
  /** Project of the page; null if it belongs to none. */
  projectId?: string | null | undefined;
  /** Whether the page is offered as a template of others. Never null. */
  template?: boolean | null | undefined;
  /** Title of the page. Never null. */
  title?: string | null | undefined;
};

/** The fields to change; null clears a field. */
export type UpdateProjectInput = {
  /** Time budget in minutes. */
  budgetMinutes?: number | null | undefined;
  /** Client the project is for; null for internal projects. */
  clientId?: string | null | undefined;
  /** Colour in lists and calendars, `#rrggbb`. */
  color?: string | null | undefined;
  /** Description of the project. */
  description?: string | null | undefined;
  /** Id of the resource in another system; unique in the organization. */
  externalId?: string | null | undefined;
  /** Hourly rate in cents; defaults to that of the client, then the member, then the organization. */
  hourlyRateCents?: number | null | undefined;
  /** Your own key-value pairs; sent values replace the whole map. Never null. */
  metadata?: Record<string, string> | null | undefined;
  /** Name of the project. Never null. */
  name?: string | null | undefined;
  /** Status of the project. Never null. */
  status?: ProjectStatus | null | undefined;
};

/** The fields to change; null clears a field. */
export type UpdateQuoteInput = {
  /** Client to whom the quote is made. Never null. */
  clientId?: string | null | undefined;
  /** Text below the totals. */
  closing?: string | null | undefined;
  /** Id of the resource in another system; unique in the organization. */
  externalId?: string | null | undefined;
  /** Text above the line items. */
  introduction?: string | null | undefined;
  /** Date of the document; null on a draft stands for the day on which it will be sent. */
  issueDate?: string | null | undefined;
  /** Language of the document: `de` or `en`. */
  language?: string | null | undefined;
  /** Line items, in the order of the document. Never null. */
  lineItems?: Array<LineItemInput> | null | undefined;
  /** Your own key-value pairs; sent values replace the whole map. Never null. */
  metadata?: Record<string, string> | null | undefined;
  /** Project that the quote is about. */
  projectId?: string | null | undefined;
  /** Last day on which the quote can be accepted (Europe/Berlin). Never null. */
  validUntil?: string | null | undefined;
};

/** The fields to change; null clears a field. */
export type UpdateRecurringInvoiceInput = {
  /** Client who is billed. Never null. */
  clientId?: string | null | undefined;
  /** Text below the totals. */
  closing?: string | null | undefined;
  /** Days until payment is due; null for the terms of the client. */
  dueDays?: number | null | undefined;
  /** Last day on which an invoice is made. */
  endsOn?: string | null | undefined;
  /** Intervals from one invoice to the next. Never null. */
  every?: number | null | undefined;
  /** Unit of the time between two invoices. Never null. */
  interval?: Interval | null | undefined;
  /** Text above the line items. */
  introduction?: string | null | undefined;
  /** Language of the invoices: `de` or `en`. */
  language?: string | null | undefined;
  /** Line items, taxed as of today; each invoice finds its own tax. `{period}`, `{month}` and `{year}` stand for those of the invoice, in the introduction and closing too. Never null. */
  lineItems?: Array<LineItemInput> | null | undefined;
  /** Whether invoices are made as drafts or sent. One that cannot be sent stays a draft. Never null. */
  mode?: RecurringMode | null | undefined;
  /** No invoices are made meanwhile, and none of that time afterwards. Never null. */
  paused?: boolean | null | undefined;
  /** Project that the invoices bill. */
  projectId?: string | null | undefined;
  /** Day of the first invoice; a day that a month lacks is its last. Days that are past already are caught up, each with an invoice of its own. Never null. */
  startsOn?: string | null | undefined;
};

/** The fields to change. */
export type UpdateSubtaskInput = {
  /** Whether the step is done. Never null. */
  done?: boolean | null | undefined;
  /** Position, counted from 0; a larger value means the end. Never null. */
  position?: number | null | undefined;
  /** Title of the step. Never null. */
  title?: string | null | undefined;
};

/** The fields to change; null clears a field. A task that changes its column is placed last there. */
export type UpdateTaskInput = {
  /** Ids of all members to be assigned; replaces the current ones. Never null. */
  assigneeIds?: Array<string> | null | undefined;
  /** Column of the board that holds the task. Never null. */
  columnId?: string | null | undefined;
  /** HTML; elements that are not allowed are removed. */
  description?: string | null | undefined;
  /** Date by which the task is due. */
  dueDate?: string | null | undefined;
  /** Estimated effort in minutes. */
  estimateMinutes?: number | null | undefined;
  /** Id of the resource in another system; unique in the organization. */
  externalId?: string | null | undefined;
  /** Hourly rate in cents; defaults to that of the project. */
  hourlyRateCents?: number | null | undefined;
  /** Your own key-value pairs; sent values replace the whole map. Never null. */
  metadata?: Record<string, string> | null | undefined;
  /** Priority of the task. Never null. */
  priority?: TaskPriority | null | undefined;
  /** Project of the task. Never null. */
  projectId?: string | null | undefined;
  /** Date on which work is to start. */
  startDate?: string | null | undefined;
  /** Whether the task is open or done. Never null. */
  status?: TaskStatus | null | undefined;
  /** Ids of all tags to be set; replaces the current ones. Never null. */
  tagIds?: Array<string> | null | undefined;
  /** Title of the task. Never null. */
  title?: string | null | undefined;
};

/** The fields to change; null clears a field. */
export type UpdateTimeEntryInput = {
  /** Defaults to true. Never null. */
  billable?: boolean | null | undefined;
  /** What is being done. */
  description?: string | null | undefined;
  /** Ends a running timer. Never null. */
  endedAt?: string | null | undefined;
  /** Of an hour: the first set of task, project, client, member and organization when it was written. Shown to the person and to who may read invoices. */
  hourlyRateCents?: number | null | undefined;
  /** Project; defaults to that of the task. Never null. */
  projectId?: string | null | undefined;
  /** When the work started. Never null. */
  startedAt?: string | null | undefined;
  /** Task; a new entry needs a task or a project. */
  taskId?: string | null | undefined;
};

/** The fields to change; null clears a field. */
export type UpdateWebhookInput = {
  /** Whether events are delivered. Never null. */
  active?: boolean | null | undefined;
  /** Your note about the webhook. */
  description?: string | null | undefined;
  /** Names of the subscribed events, or `["*"]` for all. Never null. */
  events?: Array<string> | null | undefined;
  /** HTTPS address without user name and password; any port. Never null. */
  url?: string | null | undefined;
};

/** Hours of every week. */
export type WeeklyHoursInput = {
  /** When they end, `HH:MM`; `24:00` is the end of the day. What ends before it begins goes on until the next day. */
  end: string;
  /** When they begin, `HH:MM`. */
  start: string;
  /** Day of the week, 1 (Monday) to 7 (Sunday). */
  weekday: number;
};

export type EventRowFragment = { id: string, event: string, sequence: number, createdAt: string, data: unknown, changes: Array<string> | null, actor: { id: string | null, name: string, type: string } };

export type ActivityQueryVariables = Exact<{
  page: number;
  names?: Array<string> | string | null | undefined;
}>;


export type ActivityQuery = { events: { total: number, events: Array<{ id: string, event: string, sequence: number, createdAt: string, data: unknown, changes: Array<string> | null, actor: { id: string | null, name: string, type: string } }> } | null };

export type NoticesQueryVariables = Exact<{ [key: string]: never; }>;


export type NoticesQuery = { notices: { notices: Array<{ kind: string, message: string, detail: string | null, url: string, since: string | null }> } | null };

export type NotificationsQueryVariables = Exact<{
  names?: Array<string> | string | null | undefined;
  undelivered?: Array<string> | string | null | undefined;
  changes: boolean;
  contracts: boolean;
  bookings: boolean;
}>;


export type NotificationsQuery = { events: { events: Array<{ id: string, event: string, sequence: number, createdAt: string, data: unknown, changes: Array<string> | null, actor: { id: string | null, name: string, type: string } }> } | null, changed?: { events: Array<{ id: string, event: string, sequence: number, createdAt: string, data: unknown, changes: Array<string> | null, actor: { id: string | null, name: string, type: string } }> } | null, contracts?: { contracts: Array<{ id: string, number: string | null, title: string, delivery: { at: string | null } }> } | null, bookings?: { bookings: Array<{ id: string, name: string, start: string, hostIds: Array<string>, delivery: { at: string | null } }> } | null };

export type BankUploadAddressQueryVariables = Exact<{ [key: string]: never; }>;


export type BankUploadAddressQuery = { paymentImportUrl: { url: string } | null };

export type BankImportQueryVariables = Exact<{
  id: string;
}>;


export type BankImportQuery = { paymentImport: { id: string, format: string, createdAt: string, warnings: Array<{ message: string }>, statements: Array<{ account: string, iban: string | null, currency: string, from: string & { readonly isDay: true } | null, to: string & { readonly isDay: true } | null, openingCents: number | null, closingCents: number | null, pending: number }>, proposals: Array<{ transactionId: string, amountCents: number, currency: string, bookedOn: string & { readonly isDay: true }, booked: boolean, unbookedCents: number, match: PaymentMatch, reason: string, name: string | null, reference: string | null, iban: string | null, bookedInvoices: Array<{ invoiceId: string, number: string, clientName: string, amountCents: number, cashDiscountCents: number, chargesCents: number, creditCents: number, openCents: number }>, warnings: Array<{ message: string }>, invoices: Array<{ invoiceId: string, number: string, clientName: string, amountCents: number, cashDiscountCents: number, chargesCents: number | null, dueCents: number, setOff: Array<{ invoiceId: string, number: string, amountCents: number }> }> }> } | null };

export type ConfirmPaymentsMutationVariables = Exact<{
  id: string;
  input: ConfirmPaymentsInput;
}>;


export type ConfirmPaymentsMutation = { confirmPayments: { payments: Array<{ id: string, amountCents: number }>, skipped: Array<{ transactionId: string, invoiceId: string, reason: string }> } };

export type PayableInvoicesQueryVariables = Exact<{
  q?: string | null | undefined;
  kind?: InvoiceKind | null | undefined;
}>;


export type PayableInvoicesQuery = { invoices: { invoices: Array<{ id: string, kind: InvoiceKind, number: string | null, openCents: number, refundDueCents: number, client: { id: string, name: string } }> } | null };

export type BillUploadAddressQueryVariables = Exact<{ [key: string]: never; }>;


export type BillUploadAddressQuery = { billReadUrl: { url: string } | null };

export type AppointmentFragment = { id: string, version: number, occurrenceStart: string | null, startTime: string, endTime: string, timezone: string, allDay: boolean, title: string, location: string | null, description: string | null, busy: boolean, recurrence: string | null, meetUrl: string | null, userId: string | null, bookingId: string | null, connectionId: string | null };

export type AwayDataFragment = { id: string, version: number, userId: string, startsOn: string & { readonly isDay: true }, endsOn: string & { readonly isDay: true }, halfDay: boolean, half: DayHalf | null, kind: AbsenceKind | null, note: string | null };

export type CalendarQueryVariables = Exact<{
  from: string;
  to: string;
  firstDay: string;
  lastDay: string;
  userId?: string | null | undefined;
}>;


export type CalendarQuery = { calendarEvents: { total: number, events: Array<{ id: string, version: number, occurrenceStart: string | null, startTime: string, endTime: string, timezone: string, allDay: boolean, title: string, location: string | null, description: string | null, busy: boolean, recurrence: string | null, meetUrl: string | null, userId: string | null, bookingId: string | null, connectionId: string | null }> } | null, holidays: { holidays: Array<{ date: string & { readonly isDay: true }, name: string }> } | null };

export type CalendarMembersQueryVariables = Exact<{
  page: number;
}>;


export type CalendarMembersQuery = { members: { total: number, members: Array<{ id: string, name: string, email: string | null, timezone: string }> } | null };

export type AppointmentDetailsQueryVariables = Exact<{
  id: string;
}>;


export type AppointmentDetailsQuery = { calendarEvent: { id: string, version: number, occurrenceStart: string | null, startTime: string, endTime: string, timezone: string, allDay: boolean, title: string, location: string | null, description: string | null, busy: boolean, recurrence: string | null, meetUrl: string | null, userId: string | null, bookingId: string | null, connectionId: string | null, attendees: Array<{ email: string, name: string | null, answer: AttendeeAnswer }> } | null };

export type BookingDetailsQueryVariables = Exact<{
  id: string;
}>;


export type BookingDetailsQuery = { booking: { id: string, version: number, title: string, name: string, email: string, phone: string | null, agenda: string | null, location: string, meetUrl: string | null, start: string, end: string, status: BookingStatus, timezone: string, hostIds: Array<string>, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, answers: Array<{ key: string, label: string, answer: string }> } | null };

export type CreateAppointmentMutationVariables = Exact<{
  input: CreateCalendarEventInput;
}>;


export type CreateAppointmentMutation = { createCalendarEvent: { id: string } };

export type UpdateAppointmentMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  input: UpdateCalendarEventInput;
}>;


export type UpdateAppointmentMutation = { updateCalendarEvent: { id: string, version: number, occurrenceStart: string | null, startTime: string, endTime: string } };

export type AppointmentsAtQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type AppointmentsAtQuery = { calendarEvents: { events: Array<{ id: string, version: number, occurrenceStart: string | null, startTime: string, endTime: string }> } | null };

export type DeleteAppointmentMutationVariables = Exact<{
  id: string;
  occurrenceStart?: string | null | undefined;
}>;


export type DeleteAppointmentMutation = { deleteCalendarEvent: boolean };

export type CancelBookingOfCalendarMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  input?: CancelBookingInput | null | undefined;
}>;


export type CancelBookingOfCalendarMutation = { cancelBooking: { id: string, status: BookingStatus } };

export type MoveBookingOfCalendarMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  input: RescheduleBookingInput;
}>;


export type MoveBookingOfCalendarMutation = { rescheduleBooking: { id: string, start: string, end: string } };

export type EnterAbsenceMutationVariables = Exact<{
  input: CreateAbsenceInput;
}>;


export type EnterAbsenceMutation = { createAbsence: { id: string } };

export type ChangeAbsenceMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  input: UpdateAbsenceInput;
}>;


export type ChangeAbsenceMutation = { updateAbsence: { id: string, version: number, userId: string, startsOn: string & { readonly isDay: true }, endsOn: string & { readonly isDay: true }, halfDay: boolean, half: DayHalf | null, kind: AbsenceKind | null, note: string | null } };

export type DeleteAbsenceMutationVariables = Exact<{
  id: string;
}>;


export type DeleteAbsenceMutation = { deleteAbsence: boolean };

export type AbsenceNowQueryVariables = Exact<{
  id: string;
}>;


export type AbsenceNowQuery = { absence: { id: string, version: number, userId: string, startsOn: string & { readonly isDay: true }, endsOn: string & { readonly isDay: true }, halfDay: boolean, half: DayHalf | null, kind: AbsenceKind | null, note: string | null } | null };

export type AwayQueryVariables = Exact<{
  firstDay: string;
  lastDay: string;
  page: number;
}>;


export type AwayQuery = { absences: { total: number, absences: Array<{ id: string, version: number, userId: string, startsOn: string & { readonly isDay: true }, endsOn: string & { readonly isDay: true }, halfDay: boolean, half: DayHalf | null, kind: AbsenceKind | null, note: string | null }> } | null };

export type ResendBookingMutationVariables = Exact<{
  id: string;
}>;


export type ResendBookingMutation = { resendBooking: { id: string } };

export type ClientDataFragment = { id: string, version: number, name: string, kind: ClientKind, email: string | null, invoiceEmail: string | null, contactName: string | null, phone: string | null, street: string | null, postalCode: string | null, city: string | null, country: string | null, vatId: string | null, buyerReference: string | null, customerNumber: string | null, registrationNumber: string | null, invoiceFormat: InvoiceFormat, language: string | null, paymentTermsDays: number | null, notes: string | null };

export type ClientDataQueryVariables = Exact<{
  id: string;
}>;


export type ClientDataQuery = { client: { erasedAt: string | null, id: string, version: number, name: string, kind: ClientKind, email: string | null, invoiceEmail: string | null, contactName: string | null, phone: string | null, street: string | null, postalCode: string | null, city: string | null, country: string | null, vatId: string | null, buyerReference: string | null, customerNumber: string | null, registrationNumber: string | null, invoiceFormat: InvoiceFormat, language: string | null, paymentTermsDays: number | null, notes: string | null } | null };

export type InvoicesOfClientQueryVariables = Exact<{
  clientId: string;
  page: number;
}>;


export type InvoicesOfClientQuery = { invoices: { total: number, sumOpenCents: number, invoices: Array<{ id: string, kind: InvoiceKind, number: string | null, status: InvoiceStatus, issueDate: string & { readonly isDay: true }, dueDate: string & { readonly isDay: true }, totalCents: number, openCents: number, delivery: { state: DeliveryState }, client: { id: string, name: string } }> } | null };

export type RefundsOfClientQueryVariables = Exact<{
  id: string;
  page: number;
}>;


export type RefundsOfClientQuery = { clientRefunds: { total: number, refunds: Array<{ id: string, amountCents: number, paidAt: string & { readonly isDay: true }, method: PaymentMethod, reference: string | null }> } | null };

export type RefundClientMutationVariables = Exact<{
  id: string;
  input: ClientRefundInput;
}>;


export type RefundClientMutation = { refundClient: { id: string } };

export type QuotesOfClientQueryVariables = Exact<{
  clientId: string;
  page: number;
}>;


export type QuotesOfClientQuery = { quotes: { total: number, quotes: Array<{ id: string, number: string | null, status: QuoteStatus, issueDate: string & { readonly isDay: true } | null, validUntil: string & { readonly isDay: true }, totalCents: number, delivery: { state: DeliveryState }, client: { id: string, name: string } }> } | null };

export type ContractsOfClientQueryVariables = Exact<{
  clientId: string;
  page: number;
}>;


export type ContractsOfClientQuery = { contracts: { total: number, contracts: Array<{ id: string, number: string | null, title: string, status: ContractStatus, startsOn: string & { readonly isDay: true } | null, endsOn: string & { readonly isDay: true } | null, terminatesOn: string & { readonly isDay: true } | null, delivery: { state: DeliveryState }, client: { id: string, name: string } }> } | null };

export type ProjectsOfClientQueryVariables = Exact<{
  clientId: string;
  page: number;
}>;


export type ProjectsOfClientQuery = { projects: { total: number, projects: Array<{ id: string, name: string, status: ProjectStatus, trackedSeconds: number }> } | null };

export type CreateClientMutationVariables = Exact<{
  input: CreateClientInput;
}>;


export type CreateClientMutation = { createClient: { id: string, version: number, name: string, kind: ClientKind, email: string | null, invoiceEmail: string | null, contactName: string | null, phone: string | null, street: string | null, postalCode: string | null, city: string | null, country: string | null, vatId: string | null, buyerReference: string | null, customerNumber: string | null, registrationNumber: string | null, invoiceFormat: InvoiceFormat, language: string | null, paymentTermsDays: number | null, notes: string | null } };

export type UpdateClientMutationVariables = Exact<{
  id: string;
  input: UpdateClientInput;
  version?: number | null | undefined;
}>;


export type UpdateClientMutation = { updateClient: { id: string, version: number, name: string, kind: ClientKind, email: string | null, invoiceEmail: string | null, contactName: string | null, phone: string | null, street: string | null, postalCode: string | null, city: string | null, country: string | null, vatId: string | null, buyerReference: string | null, customerNumber: string | null, registrationNumber: string | null, invoiceFormat: InvoiceFormat, language: string | null, paymentTermsDays: number | null, notes: string | null } };

export type DeleteClientMutationVariables = Exact<{
  id: string;
}>;


export type DeleteClientMutation = { deleteClient: boolean };

export type ClientsQueryVariables = Exact<{
  page: number;
  q?: string | null | undefined;
}>;


export type ClientsQuery = { clients: { total: number, clients: Array<{ id: string, name: string, customerNumber: string | null, city: string | null, email: string | null }> } | null };

export type ClientImportPreviewQueryVariables = Exact<{
  input: ImportClientsInput;
}>;


export type ClientImportPreviewQuery = { clientImportPreview: { known: Array<{ index: number, clientId: string }> } | null };

export type ImportClientsMutationVariables = Exact<{
  input: ImportClientsInput;
}>;


export type ImportClientsMutation = { importClients: { clients: Array<{ id: string }>, known: Array<{ index: number, clientId: string }> } };

export type RecurringOfClientQueryVariables = Exact<{
  clientId: string;
  page: number;
}>;


export type RecurringOfClientQuery = { recurringInvoices: { total: number, recurringInvoices: Array<{ id: string, startsOn: string & { readonly isDay: true }, every: number, interval: Interval, endsOn: string & { readonly isDay: true } | null, paused: boolean, nextOn: string & { readonly isDay: true } | null, mode: RecurringMode, client: { id: string, name: string }, lineItems: Array<{ description: string, netCents: number }> }> } | null };

export type BookingsOfClientQueryVariables = Exact<{
  clientId: string;
  page: number;
}>;


export type BookingsOfClientQuery = { bookings: { total: number, bookings: Array<{ id: string, title: string, name: string, start: string, end: string, status: BookingStatus }> } | null };

export type AppointmentsOfClientQueryVariables = Exact<{
  clientId: string;
  now: string;
  yearAgo: string;
  inAYear: string;
}>;


export type AppointmentsOfClientQuery = { coming: { events: Array<{ id: string, occurrenceStart: string | null, startTime: string, endTime: string, timezone: string, allDay: boolean, title: string, location: string | null, bookingId: string | null }> } | null, past: { events: Array<{ id: string, occurrenceStart: string | null, startTime: string, endTime: string, timezone: string, allDay: boolean, title: string, location: string | null, bookingId: string | null }> } | null };

export type TimeOfClientQueryVariables = Exact<{
  clientId: string;
  from: string;
  to: string;
}>;


export type TimeOfClientQuery = { timeReport: { totals: { seconds: number, billableSeconds: number, invoicedSeconds: number } } | null };

export type AppointmentOfClientFragment = { id: string, occurrenceStart: string | null, startTime: string, endTime: string, timezone: string, allDay: boolean, title: string, location: string | null, bookingId: string | null };

export type ContractRowFragment = { id: string, number: string | null, title: string, status: ContractStatus, startsOn: string & { readonly isDay: true } | null, endsOn: string & { readonly isDay: true } | null, terminatesOn: string & { readonly isDay: true } | null, delivery: { state: DeliveryState }, client: { id: string, name: string } };

export type ContractDataFragment = { id: string, version: number, number: string | null, status: ContractStatus, title: string, content: string, startsOn: string & { readonly isDay: true } | null, endsOn: string & { readonly isDay: true } | null, noticePeriodDays: number | null, earliestEndOn: string & { readonly isDay: true } | null, noticedOn: string & { readonly isDay: true } | null, terminatesOn: string & { readonly isDay: true } | null, sentAt: string | null, signedAt: string | null, signerName: string | null, rejectedAt: string | null, rejectionReason: string | null, cancelledAt: string | null, pdfUrl: string, previewUrl: string, missing: Array<string>, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null }, quote: { id: string, number: string | null } | null, signingLink: { sentTo: Array<string>, sentAt: string, openedAt: string | null, expiresAt: string, endedAt: string | null } | null };

export type ContractsQueryVariables = Exact<{
  page: number;
  q?: string | null | undefined;
  status?: Array<ContractStatus> | ContractStatus | null | undefined;
  delivery?: Array<DeliveryState> | DeliveryState | null | undefined;
}>;


export type ContractsQuery = { contracts: { total: number, contracts: Array<{ id: string, number: string | null, title: string, status: ContractStatus, startsOn: string & { readonly isDay: true } | null, endsOn: string & { readonly isDay: true } | null, terminatesOn: string & { readonly isDay: true } | null, delivery: { state: DeliveryState }, client: { id: string, name: string } }> } | null };

export type ContractDataQueryVariables = Exact<{
  id: string;
}>;


export type ContractDataQuery = { contract: { id: string, version: number, number: string | null, status: ContractStatus, title: string, content: string, startsOn: string & { readonly isDay: true } | null, endsOn: string & { readonly isDay: true } | null, noticePeriodDays: number | null, earliestEndOn: string & { readonly isDay: true } | null, noticedOn: string & { readonly isDay: true } | null, terminatesOn: string & { readonly isDay: true } | null, sentAt: string | null, signedAt: string | null, signerName: string | null, rejectedAt: string | null, rejectionReason: string | null, cancelledAt: string | null, pdfUrl: string, previewUrl: string, missing: Array<string>, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null }, quote: { id: string, number: string | null } | null, signingLink: { sentTo: Array<string>, sentAt: string, openedAt: string | null, expiresAt: string, endedAt: string | null } | null } | null };

export type ContractClientQueryVariables = Exact<{
  id: string;
}>;


export type ContractClientQuery = { client: { id: string, name: string, paymentTermsDays: number | null } | null };

export type CreateContractMutationVariables = Exact<{
  input: CreateContractInput;
}>;


export type CreateContractMutation = { createContract: { id: string, version: number, number: string | null, status: ContractStatus, title: string, content: string, startsOn: string & { readonly isDay: true } | null, endsOn: string & { readonly isDay: true } | null, noticePeriodDays: number | null, earliestEndOn: string & { readonly isDay: true } | null, noticedOn: string & { readonly isDay: true } | null, terminatesOn: string & { readonly isDay: true } | null, sentAt: string | null, signedAt: string | null, signerName: string | null, rejectedAt: string | null, rejectionReason: string | null, cancelledAt: string | null, pdfUrl: string, previewUrl: string, missing: Array<string>, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null }, quote: { id: string, number: string | null } | null, signingLink: { sentTo: Array<string>, sentAt: string, openedAt: string | null, expiresAt: string, endedAt: string | null } | null } };

export type UpdateContractMutationVariables = Exact<{
  id: string;
  input: UpdateContractInput;
  version?: number | null | undefined;
}>;


export type UpdateContractMutation = { updateContract: { id: string, version: number, number: string | null, status: ContractStatus, title: string, content: string, startsOn: string & { readonly isDay: true } | null, endsOn: string & { readonly isDay: true } | null, noticePeriodDays: number | null, earliestEndOn: string & { readonly isDay: true } | null, noticedOn: string & { readonly isDay: true } | null, terminatesOn: string & { readonly isDay: true } | null, sentAt: string | null, signedAt: string | null, signerName: string | null, rejectedAt: string | null, rejectionReason: string | null, cancelledAt: string | null, pdfUrl: string, previewUrl: string, missing: Array<string>, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null }, quote: { id: string, number: string | null } | null, signingLink: { sentTo: Array<string>, sentAt: string, openedAt: string | null, expiresAt: string, endedAt: string | null } | null } };

export type DeleteContractMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
}>;


export type DeleteContractMutation = { deleteContract: boolean };

export type SendContractMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  input?: SendContractInput | null | undefined;
}>;


export type SendContractMutation = { sendContract: { id: string, version: number, number: string | null, status: ContractStatus, title: string, content: string, startsOn: string & { readonly isDay: true } | null, endsOn: string & { readonly isDay: true } | null, noticePeriodDays: number | null, earliestEndOn: string & { readonly isDay: true } | null, noticedOn: string & { readonly isDay: true } | null, terminatesOn: string & { readonly isDay: true } | null, sentAt: string | null, signedAt: string | null, signerName: string | null, rejectedAt: string | null, rejectionReason: string | null, cancelledAt: string | null, pdfUrl: string, previewUrl: string, missing: Array<string>, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null }, quote: { id: string, number: string | null } | null, signingLink: { sentTo: Array<string>, sentAt: string, openedAt: string | null, expiresAt: string, endedAt: string | null } | null } };

export type ResendContractMutationVariables = Exact<{
  id: string;
  input?: SendContractInput | null | undefined;
}>;


export type ResendContractMutation = { resendContract: { id: string, version: number, number: string | null, status: ContractStatus, title: string, content: string, startsOn: string & { readonly isDay: true } | null, endsOn: string & { readonly isDay: true } | null, noticePeriodDays: number | null, earliestEndOn: string & { readonly isDay: true } | null, noticedOn: string & { readonly isDay: true } | null, terminatesOn: string & { readonly isDay: true } | null, sentAt: string | null, signedAt: string | null, signerName: string | null, rejectedAt: string | null, rejectionReason: string | null, cancelledAt: string | null, pdfUrl: string, previewUrl: string, missing: Array<string>, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null }, quote: { id: string, number: string | null } | null, signingLink: { sentTo: Array<string>, sentAt: string, openedAt: string | null, expiresAt: string, endedAt: string | null } | null } };

export type RevokeContractLinkMutationVariables = Exact<{
  id: string;
}>;


export type RevokeContractLinkMutation = { revokeContractLink: { id: string, version: number, number: string | null, status: ContractStatus, title: string, content: string, startsOn: string & { readonly isDay: true } | null, endsOn: string & { readonly isDay: true } | null, noticePeriodDays: number | null, earliestEndOn: string & { readonly isDay: true } | null, noticedOn: string & { readonly isDay: true } | null, terminatesOn: string & { readonly isDay: true } | null, sentAt: string | null, signedAt: string | null, signerName: string | null, rejectedAt: string | null, rejectionReason: string | null, cancelledAt: string | null, pdfUrl: string, previewUrl: string, missing: Array<string>, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null }, quote: { id: string, number: string | null } | null, signingLink: { sentTo: Array<string>, sentAt: string, openedAt: string | null, expiresAt: string, endedAt: string | null } | null } };

export type WithdrawContractMutationVariables = Exact<{
  id: string;
}>;


export type WithdrawContractMutation = { withdrawContract: { id: string, version: number, number: string | null, status: ContractStatus, title: string, content: string, startsOn: string & { readonly isDay: true } | null, endsOn: string & { readonly isDay: true } | null, noticePeriodDays: number | null, earliestEndOn: string & { readonly isDay: true } | null, noticedOn: string & { readonly isDay: true } | null, terminatesOn: string & { readonly isDay: true } | null, sentAt: string | null, signedAt: string | null, signerName: string | null, rejectedAt: string | null, rejectionReason: string | null, cancelledAt: string | null, pdfUrl: string, previewUrl: string, missing: Array<string>, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null }, quote: { id: string, number: string | null } | null, signingLink: { sentTo: Array<string>, sentAt: string, openedAt: string | null, expiresAt: string, endedAt: string | null } | null } };

export type CancelContractMutationVariables = Exact<{
  id: string;
  input?: CancelContractInput | null | undefined;
}>;


export type CancelContractMutation = { cancelContract: { id: string, version: number, number: string | null, status: ContractStatus, title: string, content: string, startsOn: string & { readonly isDay: true } | null, endsOn: string & { readonly isDay: true } | null, noticePeriodDays: number | null, earliestEndOn: string & { readonly isDay: true } | null, noticedOn: string & { readonly isDay: true } | null, terminatesOn: string & { readonly isDay: true } | null, sentAt: string | null, signedAt: string | null, signerName: string | null, rejectedAt: string | null, rejectionReason: string | null, cancelledAt: string | null, pdfUrl: string, previewUrl: string, missing: Array<string>, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null }, quote: { id: string, number: string | null } | null, signingLink: { sentTo: Array<string>, sentAt: string, openedAt: string | null, expiresAt: string, endedAt: string | null } | null } };

export type ContractPictureQueryVariables = Exact<{
  input: CreateContractInput;
  draftId?: string | null | undefined;
}>;


export type ContractPictureQuery = { contractPicture: { picture: string } | null };

export type FirstDayQueryVariables = Exact<{ [key: string]: never; }>;


export type FirstDayQuery = { clients: { total: number } | null };

export type RevenueByMonthQueryVariables = Exact<{
  from: string;
}>;


export type RevenueByMonthQuery = { revenueReport: { rows: Array<{ name: string, netCents: number }> } | null };

export type ReceivablesByAgeQueryVariables = Exact<{ [key: string]: never; }>;


export type ReceivablesByAgeQuery = { receivablesReport: { totals: { openCents: number, openCount: number, overdueCount: number, ages: Array<{ fromDays: number, toDays: number | null, openCents: number }> } } | null };

export type WorkedFragment = { seconds: number, billableSeconds: number, invoicedSeconds: number };

export type TimeWorkedQueryVariables = Exact<{
  week: string;
  month: string;
}>;


export type TimeWorkedQuery = { week: { totals: { seconds: number, billableSeconds: number, invoicedSeconds: number } } | null, month: { totals: { seconds: number, billableSeconds: number, invoicedSeconds: number } } | null };

export type RunningTimersQueryVariables = Exact<{ [key: string]: never; }>;


export type RunningTimersQuery = { timeEntries: { timeEntries: Array<{ id: string, startedAt: string, userName: string, description: string | null, project: { id: string, name: string } }> } | null };

export type EventsOfDayQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type EventsOfDayQuery = { calendarEvents: { events: Array<{ id: string, occurrenceStart: string | null, title: string, startTime: string, endTime: string, allDay: boolean, location: string | null }> } | null };

export type DueInvoicesQueryVariables = Exact<{ [key: string]: never; }>;


export type DueInvoicesQuery = { overdue: { total: number, invoices: Array<{ id: string, kind: InvoiceKind, number: string | null, status: InvoiceStatus, issueDate: string & { readonly isDay: true }, dueDate: string & { readonly isDay: true }, totalCents: number, openCents: number, delivery: { state: DeliveryState }, client: { id: string, name: string } }> } | null, drafts: { total: number, invoices: Array<{ id: string, kind: InvoiceKind, number: string | null, status: InvoiceStatus, issueDate: string & { readonly isDay: true }, dueDate: string & { readonly isDay: true }, totalCents: number, openCents: number, delivery: { state: DeliveryState }, client: { id: string, name: string } }> } | null };

export type DueQuotesQueryVariables = Exact<{ [key: string]: never; }>;


export type DueQuotesQuery = { signed: { total: number, quotes: Array<{ id: string, number: string | null, status: QuoteStatus, issueDate: string & { readonly isDay: true } | null, validUntil: string & { readonly isDay: true }, totalCents: number, delivery: { state: DeliveryState }, client: { id: string, name: string } }> } | null, sent: { total: number, quotes: Array<{ id: string, number: string | null, status: QuoteStatus, issueDate: string & { readonly isDay: true } | null, validUntil: string & { readonly isDay: true }, totalCents: number, delivery: { state: DeliveryState }, client: { id: string, name: string } }> } | null };

export type PlanFragment = { plan: string, blocked: boolean, exportUrl: string, entries: Array<{ kind: string, title: string, outcome: ErasureOutcome, count: number | null, keptUntil: string & { readonly isDay: true } | null, law: string | null }> };

export type ErasurePlanOfClientQueryVariables = Exact<{
  id: string;
}>;


export type ErasurePlanOfClientQuery = { clientErasurePlan: { plan: string, blocked: boolean, exportUrl: string, entries: Array<{ kind: string, title: string, outcome: ErasureOutcome, count: number | null, keptUntil: string & { readonly isDay: true } | null, law: string | null }> } | null };

export type ErasurePlanOfGuestQueryVariables = Exact<{
  id: string;
}>;


export type ErasurePlanOfGuestQuery = { guestErasurePlan: { plan: string, blocked: boolean, exportUrl: string, entries: Array<{ kind: string, title: string, outcome: ErasureOutcome, count: number | null, keptUntil: string & { readonly isDay: true } | null, law: string | null }> } | null };

export type ErasurePlanOfMemberQueryVariables = Exact<{
  id: string;
}>;


export type ErasurePlanOfMemberQuery = { memberErasurePlan: { plan: string, blocked: boolean, exportUrl: string, entries: Array<{ kind: string, title: string, outcome: ErasureOutcome, count: number | null, keptUntil: string & { readonly isDay: true } | null, law: string | null }> } | null };

export type EraseClientMutationVariables = Exact<{
  id: string;
  plan: string;
}>;


export type EraseClientMutation = { eraseClient: { entries: Array<{ kind: string }> } };

export type EraseGuestMutationVariables = Exact<{
  id: string;
  plan: string;
}>;


export type EraseGuestMutation = { eraseGuest: { entries: Array<{ kind: string }> } };

export type EraseMemberMutationVariables = Exact<{
  id: string;
  plan: string;
}>;


export type EraseMemberMutation = { eraseMember: { entries: Array<{ kind: string }> } };

export type FilesQueryVariables = Exact<{
  folderId?: string | null | undefined;
  page: number;
  q?: string | null | undefined;
}>;


export type FilesQuery = { files: { total: number, files: Array<{ id: string, name: string, contentType: string, sizeBytes: number, createdAt: string, folderId: string | null, preview: PreviewState }> } | null };

export type FilePageQueryVariables = Exact<{
  id: string;
}>;


export type FilePageQuery = { file: { id: string, version: number, name: string, contentType: string, sizeBytes: number, createdAt: string, folderId: string | null, preview: PreviewState, sha256: string, uploadedBy: string } | null };

export type FilePictureQueryVariables = Exact<{
  id: string;
}>;


export type FilePictureQuery = { filePreview: { url: string } | null };

export type FileUploaderQueryVariables = Exact<{
  id: string;
}>;


export type FileUploaderQuery = { member: { id: string, name: string } | null };

export type FoldersQueryVariables = Exact<{
  page: number;
}>;


export type FoldersQuery = { folders: { total: number, folders: Array<{ id: string, name: string, parentId: string | null }> } | null };

export type CreateFolderMutationVariables = Exact<{
  input: CreateFolderInput;
}>;


export type CreateFolderMutation = { createFolder: { id: string } };

export type FolderNowQueryVariables = Exact<{
  id: string;
}>;


export type FolderNowQuery = { folder: { id: string, version: number, name: string, parentId: string | null } | null };

export type UpdateFolderMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  input: UpdateFolderInput;
}>;


export type UpdateFolderMutation = { updateFolder: { id: string, version: number, name: string, parentId: string | null } };

export type DeleteFolderMutationVariables = Exact<{
  id: string;
}>;


export type DeleteFolderMutation = { deleteFolder: boolean };

export type UpdateFileMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  input: UpdateFileInput;
}>;


export type UpdateFileMutation = { updateFile: { id: string, version: number, name: string, folderId: string | null } };

export type DeleteFileMutationVariables = Exact<{
  id: string;
}>;


export type DeleteFileMutation = { deleteFile: boolean };

export type SharesOfQueryVariables = Exact<{
  fileId?: string | null | undefined;
  folderId?: string | null | undefined;
  page: number;
}>;


export type SharesOfQuery = { shareLinks: { total: number, shareLinks: Array<{ id: string, createdAt: string, expiresAt: string | null, passwordProtected: boolean, downloadCount: number }> } | null };

export type ShareFileMutationVariables = Exact<{
  fileId: string;
  input?: CreateShareInput | null | undefined;
}>;


export type ShareFileMutation = { shareFile: { id: string, url: string } };

export type ShareFolderMutationVariables = Exact<{
  folderId: string;
  input?: CreateShareInput | null | undefined;
}>;


export type ShareFolderMutation = { shareFolder: { id: string, url: string } };

export type RevokeShareLinkMutationVariables = Exact<{
  id: string;
}>;


export type RevokeShareLinkMutation = { revokeShareLink: boolean };

export type LatestEventQueryVariables = Exact<{ [key: string]: never; }>;


export type LatestEventQuery = { events: { events: Array<{ id: string }> } | null };

export type EventsSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type EventsSubscription = { events: { id: string, event: string } };

export type InvoiceRowFragment = { id: string, kind: InvoiceKind, number: string | null, status: InvoiceStatus, issueDate: string & { readonly isDay: true }, dueDate: string & { readonly isDay: true }, totalCents: number, openCents: number, delivery: { state: DeliveryState }, client: { id: string, name: string } };

export type LineDataFragment = { description: string, quantity: number, unit: string, unitPriceCents: number, discountPercent: number, taxRate: number, supply: Supply, taxCategory: TaxCategory, taxExemptionReason: string | null, netCents: number, requestedCategory: TaxCategory | null, requestedReason: string | null };

export type InvoiceDataFragment = { id: string, version: number, kind: InvoiceKind, number: string | null, status: InvoiceStatus, issueDate: string & { readonly isDay: true }, dueDate: string & { readonly isDay: true }, serviceFrom: string & { readonly isDay: true } | null, serviceTo: string & { readonly isDay: true } | null, introduction: string | null, closing: string | null, cashDiscountPercent: number | null, cashDiscountDays: number | null, subtotalCents: number, taxCents: number, totalCents: number, paidCents: number, cashDiscountCents: number, cashDiscountLeftCents: number, creditedCents: number, openCents: number, refundDueCents: number, claimedChargesCents: number, sentAt: string | null, pdfUrl: string, previewUrl: string, xmlUrl: string | null, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null, invoiceEmail: string | null }, creditedInvoice: { id: string, number: string | null } | null, creditNotes: Array<{ id: string, number: string | null, totalCents: number }>, lineItems: Array<{ description: string, quantity: number, unit: string, unitPriceCents: number, discountPercent: number, taxRate: number, supply: Supply, taxCategory: TaxCategory, taxExemptionReason: string | null, netCents: number, requestedCategory: TaxCategory | null, requestedReason: string | null }>, taxBreakdown: Array<{ taxRate: number, taxCategory: TaxCategory, taxCents: number }>, warnings: Array<{ field: string, message: string }>, payments: Array<{ id: string, amountCents: number, cashDiscountCents: number, chargesCents: number, creditCents: number, paidAt: string & { readonly isDay: true }, method: PaymentMethod, reference: string | null, reversedAt: string | null }>, reminders: Array<{ id: string, level: number, sentAt: string, dueDate: string & { readonly isDay: true }, defaultSince: string & { readonly isDay: true } | null, chargesCents: number, totalCents: number, pdfUrl: string, delivery: { state: DeliveryState, to: Array<string> } }> };

export type RemindInvoiceMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  input?: RemindInvoiceInput | null | undefined;
}>;


export type RemindInvoiceMutation = { remindInvoice: { id: string, level: number } };

export type NextReminderQueryVariables = Exact<{
  id: string;
}>;


export type NextReminderQuery = { reminderPreview: { version: number, isUndelivered: boolean, missingBaseRateFrom: string & { readonly isDay: true } | null, level: number, defaultSince: string & { readonly isDay: true }, openCents: number, feeCents: number, flatFeeCents: number, interestCents: number, chargesCents: number, totalCents: number } | null };

export type ReversePaymentMutationVariables = Exact<{
  id: string;
  reason?: string | null | undefined;
  returnedAt?: string | null | undefined;
}>;


export type ReversePaymentMutation = { reversePayment: boolean };

export type InvoiceDataQueryVariables = Exact<{
  id: string;
}>;


export type InvoiceDataQuery = { invoice: { id: string, version: number, kind: InvoiceKind, number: string | null, status: InvoiceStatus, issueDate: string & { readonly isDay: true }, dueDate: string & { readonly isDay: true }, serviceFrom: string & { readonly isDay: true } | null, serviceTo: string & { readonly isDay: true } | null, introduction: string | null, closing: string | null, cashDiscountPercent: number | null, cashDiscountDays: number | null, subtotalCents: number, taxCents: number, totalCents: number, paidCents: number, cashDiscountCents: number, cashDiscountLeftCents: number, creditedCents: number, openCents: number, refundDueCents: number, claimedChargesCents: number, sentAt: string | null, pdfUrl: string, previewUrl: string, xmlUrl: string | null, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null, invoiceEmail: string | null }, creditedInvoice: { id: string, number: string | null } | null, creditNotes: Array<{ id: string, number: string | null, totalCents: number }>, lineItems: Array<{ description: string, quantity: number, unit: string, unitPriceCents: number, discountPercent: number, taxRate: number, supply: Supply, taxCategory: TaxCategory, taxExemptionReason: string | null, netCents: number, requestedCategory: TaxCategory | null, requestedReason: string | null }>, taxBreakdown: Array<{ taxRate: number, taxCategory: TaxCategory, taxCents: number }>, warnings: Array<{ field: string, message: string }>, payments: Array<{ id: string, amountCents: number, cashDiscountCents: number, chargesCents: number, creditCents: number, paidAt: string & { readonly isDay: true }, method: PaymentMethod, reference: string | null, reversedAt: string | null }>, reminders: Array<{ id: string, level: number, sentAt: string, dueDate: string & { readonly isDay: true }, defaultSince: string & { readonly isDay: true } | null, chargesCents: number, totalCents: number, pdfUrl: string, delivery: { state: DeliveryState, to: Array<string> } }> } | null };

export type BillableFragment = { id: string, name: string, paymentTermsDays: number | null };

export type InvoiceChoicesQueryVariables = Exact<{
  clientId: string;
  isNamed: boolean;
}>;


export type InvoiceChoicesQuery = { clients?: { total: number, clients: Array<{ id: string, name: string, paymentTermsDays: number | null }> } | null, client?: { id: string, name: string, paymentTermsDays: number | null } | null, organization: { id: string, defaultPaymentTermsDays: number, smallBusiness: boolean } | null };

export type BillableClientsQueryVariables = Exact<{
  q?: string | null | undefined;
}>;


export type BillableClientsQuery = { clients: { total: number, clients: Array<{ id: string, name: string, paymentTermsDays: number | null }> } | null };

export type ResendInvoiceMutationVariables = Exact<{
  id: string;
  input?: SendInvoiceInput | null | undefined;
}>;


export type ResendInvoiceMutation = { resendInvoice: { id: string, version: number, kind: InvoiceKind, number: string | null, status: InvoiceStatus, issueDate: string & { readonly isDay: true }, dueDate: string & { readonly isDay: true }, serviceFrom: string & { readonly isDay: true } | null, serviceTo: string & { readonly isDay: true } | null, introduction: string | null, closing: string | null, cashDiscountPercent: number | null, cashDiscountDays: number | null, subtotalCents: number, taxCents: number, totalCents: number, paidCents: number, cashDiscountCents: number, cashDiscountLeftCents: number, creditedCents: number, openCents: number, refundDueCents: number, claimedChargesCents: number, sentAt: string | null, pdfUrl: string, previewUrl: string, xmlUrl: string | null, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null, invoiceEmail: string | null }, creditedInvoice: { id: string, number: string | null } | null, creditNotes: Array<{ id: string, number: string | null, totalCents: number }>, lineItems: Array<{ description: string, quantity: number, unit: string, unitPriceCents: number, discountPercent: number, taxRate: number, supply: Supply, taxCategory: TaxCategory, taxExemptionReason: string | null, netCents: number, requestedCategory: TaxCategory | null, requestedReason: string | null }>, taxBreakdown: Array<{ taxRate: number, taxCategory: TaxCategory, taxCents: number }>, warnings: Array<{ field: string, message: string }>, payments: Array<{ id: string, amountCents: number, cashDiscountCents: number, chargesCents: number, creditCents: number, paidAt: string & { readonly isDay: true }, method: PaymentMethod, reference: string | null, reversedAt: string | null }>, reminders: Array<{ id: string, level: number, sentAt: string, dueDate: string & { readonly isDay: true }, defaultSince: string & { readonly isDay: true } | null, chargesCents: number, totalCents: number, pdfUrl: string, delivery: { state: DeliveryState, to: Array<string> } }> } };

export type InvoicePreviewQueryVariables = Exact<{
  input: InvoicePreviewInput;
}>;


export type InvoicePreviewQuery = { invoicePreview: { subtotalCents: number, totalCents: number, lineItems: Array<{ netCents: number, taxExemptionReason: string | null }>, taxBreakdown: Array<{ taxRate: number, taxCategory: TaxCategory, taxCents: number }>, warnings: Array<{ field: string, message: string }> } | null };

export type SendingQueryVariables = Exact<{
  clientId: string;
  input: InvoicePreviewInput;
}>;


export type SendingQuery = { invoicePreview: { missing: Array<string> } | null, client: { id: string, version: number, name: string, kind: ClientKind, email: string | null, invoiceEmail: string | null, contactName: string | null, phone: string | null, street: string | null, postalCode: string | null, city: string | null, country: string | null, vatId: string | null, buyerReference: string | null, customerNumber: string | null, registrationNumber: string | null, invoiceFormat: InvoiceFormat, language: string | null, paymentTermsDays: number | null, notes: string | null } | null, organization: { id: string, legalName: string | null, street: string | null, postalCode: string | null, city: string | null, country: string, taxNumber: string | null, vatId: string | null, iban: string | null, contactName: string | null, phone: string | null, email: string | null } | null };

export type SenderFragment = { id: string, legalName: string | null, street: string | null, postalCode: string | null, city: string | null, country: string, taxNumber: string | null, vatId: string | null, iban: string | null, contactName: string | null, phone: string | null, email: string | null };

export type CreateInvoiceMutationVariables = Exact<{
  input: CreateInvoiceInput;
}>;


export type CreateInvoiceMutation = { createInvoice: { id: string, version: number, kind: InvoiceKind, number: string | null, status: InvoiceStatus, issueDate: string & { readonly isDay: true }, dueDate: string & { readonly isDay: true }, serviceFrom: string & { readonly isDay: true } | null, serviceTo: string & { readonly isDay: true } | null, introduction: string | null, closing: string | null, cashDiscountPercent: number | null, cashDiscountDays: number | null, subtotalCents: number, taxCents: number, totalCents: number, paidCents: number, cashDiscountCents: number, cashDiscountLeftCents: number, creditedCents: number, openCents: number, refundDueCents: number, claimedChargesCents: number, sentAt: string | null, pdfUrl: string, previewUrl: string, xmlUrl: string | null, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null, invoiceEmail: string | null }, creditedInvoice: { id: string, number: string | null } | null, creditNotes: Array<{ id: string, number: string | null, totalCents: number }>, lineItems: Array<{ description: string, quantity: number, unit: string, unitPriceCents: number, discountPercent: number, taxRate: number, supply: Supply, taxCategory: TaxCategory, taxExemptionReason: string | null, netCents: number, requestedCategory: TaxCategory | null, requestedReason: string | null }>, taxBreakdown: Array<{ taxRate: number, taxCategory: TaxCategory, taxCents: number }>, warnings: Array<{ field: string, message: string }>, payments: Array<{ id: string, amountCents: number, cashDiscountCents: number, chargesCents: number, creditCents: number, paidAt: string & { readonly isDay: true }, method: PaymentMethod, reference: string | null, reversedAt: string | null }>, reminders: Array<{ id: string, level: number, sentAt: string, dueDate: string & { readonly isDay: true }, defaultSince: string & { readonly isDay: true } | null, chargesCents: number, totalCents: number, pdfUrl: string, delivery: { state: DeliveryState, to: Array<string> } }> } };

export type UpdateInvoiceMutationVariables = Exact<{
  id: string;
  input: UpdateInvoiceInput;
  version?: number | null | undefined;
}>;


export type UpdateInvoiceMutation = { updateInvoice: { id: string, version: number, kind: InvoiceKind, number: string | null, status: InvoiceStatus, issueDate: string & { readonly isDay: true }, dueDate: string & { readonly isDay: true }, serviceFrom: string & { readonly isDay: true } | null, serviceTo: string & { readonly isDay: true } | null, introduction: string | null, closing: string | null, cashDiscountPercent: number | null, cashDiscountDays: number | null, subtotalCents: number, taxCents: number, totalCents: number, paidCents: number, cashDiscountCents: number, cashDiscountLeftCents: number, creditedCents: number, openCents: number, refundDueCents: number, claimedChargesCents: number, sentAt: string | null, pdfUrl: string, previewUrl: string, xmlUrl: string | null, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null, invoiceEmail: string | null }, creditedInvoice: { id: string, number: string | null } | null, creditNotes: Array<{ id: string, number: string | null, totalCents: number }>, lineItems: Array<{ description: string, quantity: number, unit: string, unitPriceCents: number, discountPercent: number, taxRate: number, supply: Supply, taxCategory: TaxCategory, taxExemptionReason: string | null, netCents: number, requestedCategory: TaxCategory | null, requestedReason: string | null }>, taxBreakdown: Array<{ taxRate: number, taxCategory: TaxCategory, taxCents: number }>, warnings: Array<{ field: string, message: string }>, payments: Array<{ id: string, amountCents: number, cashDiscountCents: number, chargesCents: number, creditCents: number, paidAt: string & { readonly isDay: true }, method: PaymentMethod, reference: string | null, reversedAt: string | null }>, reminders: Array<{ id: string, level: number, sentAt: string, dueDate: string & { readonly isDay: true }, defaultSince: string & { readonly isDay: true } | null, chargesCents: number, totalCents: number, pdfUrl: string, delivery: { state: DeliveryState, to: Array<string> } }> } };

export type DeleteInvoiceMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
}>;


export type DeleteInvoiceMutation = { deleteInvoice: boolean };

export type CompleteSenderMutationVariables = Exact<{
  input: UpdateOrganizationInput;
}>;


export type CompleteSenderMutation = { updateOrganization: { id: string, legalName: string | null, street: string | null, postalCode: string | null, city: string | null, country: string, taxNumber: string | null, vatId: string | null, iban: string | null, contactName: string | null, phone: string | null, email: string | null } };

export type SendInvoiceMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  input?: SendInvoiceInput | null | undefined;
}>;


export type SendInvoiceMutation = { sendInvoice: { id: string, version: number, kind: InvoiceKind, number: string | null, status: InvoiceStatus, issueDate: string & { readonly isDay: true }, dueDate: string & { readonly isDay: true }, serviceFrom: string & { readonly isDay: true } | null, serviceTo: string & { readonly isDay: true } | null, introduction: string | null, closing: string | null, cashDiscountPercent: number | null, cashDiscountDays: number | null, subtotalCents: number, taxCents: number, totalCents: number, paidCents: number, cashDiscountCents: number, cashDiscountLeftCents: number, creditedCents: number, openCents: number, refundDueCents: number, claimedChargesCents: number, sentAt: string | null, pdfUrl: string, previewUrl: string, xmlUrl: string | null, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null, invoiceEmail: string | null }, creditedInvoice: { id: string, number: string | null } | null, creditNotes: Array<{ id: string, number: string | null, totalCents: number }>, lineItems: Array<{ description: string, quantity: number, unit: string, unitPriceCents: number, discountPercent: number, taxRate: number, supply: Supply, taxCategory: TaxCategory, taxExemptionReason: string | null, netCents: number, requestedCategory: TaxCategory | null, requestedReason: string | null }>, taxBreakdown: Array<{ taxRate: number, taxCategory: TaxCategory, taxCents: number }>, warnings: Array<{ field: string, message: string }>, payments: Array<{ id: string, amountCents: number, cashDiscountCents: number, chargesCents: number, creditCents: number, paidAt: string & { readonly isDay: true }, method: PaymentMethod, reference: string | null, reversedAt: string | null }>, reminders: Array<{ id: string, level: number, sentAt: string, dueDate: string & { readonly isDay: true }, defaultSince: string & { readonly isDay: true } | null, chargesCents: number, totalCents: number, pdfUrl: string, delivery: { state: DeliveryState, to: Array<string> } }> } };

export type DuplicateInvoiceMutationVariables = Exact<{
  id: string;
}>;


export type DuplicateInvoiceMutation = { duplicateInvoice: { id: string } };

export type CreditInvoiceMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  input?: CreditNoteInput | null | undefined;
}>;


export type CreditInvoiceMutation = { creditInvoice: { id: string, number: string | null, creditedInvoice: { id: string, version: number, kind: InvoiceKind, number: string | null, status: InvoiceStatus, issueDate: string & { readonly isDay: true }, dueDate: string & { readonly isDay: true }, serviceFrom: string & { readonly isDay: true } | null, serviceTo: string & { readonly isDay: true } | null, introduction: string | null, closing: string | null, cashDiscountPercent: number | null, cashDiscountDays: number | null, subtotalCents: number, taxCents: number, totalCents: number, paidCents: number, cashDiscountCents: number, cashDiscountLeftCents: number, creditedCents: number, openCents: number, refundDueCents: number, claimedChargesCents: number, sentAt: string | null, pdfUrl: string, previewUrl: string, xmlUrl: string | null, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null, invoiceEmail: string | null }, creditedInvoice: { id: string, number: string | null } | null, creditNotes: Array<{ id: string, number: string | null, totalCents: number }>, lineItems: Array<{ description: string, quantity: number, unit: string, unitPriceCents: number, discountPercent: number, taxRate: number, supply: Supply, taxCategory: TaxCategory, taxExemptionReason: string | null, netCents: number, requestedCategory: TaxCategory | null, requestedReason: string | null }>, taxBreakdown: Array<{ taxRate: number, taxCategory: TaxCategory, taxCents: number }>, warnings: Array<{ field: string, message: string }>, payments: Array<{ id: string, amountCents: number, cashDiscountCents: number, chargesCents: number, creditCents: number, paidAt: string & { readonly isDay: true }, method: PaymentMethod, reference: string | null, reversedAt: string | null }>, reminders: Array<{ id: string, level: number, sentAt: string, dueDate: string & { readonly isDay: true }, defaultSince: string & { readonly isDay: true } | null, chargesCents: number, totalCents: number, pdfUrl: string, delivery: { state: DeliveryState, to: Array<string> } }> } | null } };

export type RecordPaymentMutationVariables = Exact<{
  id: string;
  input: PaymentInput;
}>;


export type RecordPaymentMutation = { recordPayment: { id: string, warnings: Array<{ field: string, message: string }> } };

export type CashDiscountUntilQueryVariables = Exact<{
  id: string;
  method: PaymentMethod;
}>;


export type CashDiscountUntilQuery = { invoice: { id: string, cashDiscountUntil: string & { readonly isDay: true } | null } | null };

export type ClientCreditQueryVariables = Exact<{
  id: string;
}>;


export type ClientCreditQuery = { client: { id: string, creditCents: number | null } | null, creditNotes: { invoices: Array<{ id: string, number: string | null, refundDueCents: number }> } | null };

export type InvoicesQueryVariables = Exact<{
  page: number;
  q?: string | null | undefined;
  status?: Array<InvoiceStatus> | InvoiceStatus | null | undefined;
  delivery?: Array<DeliveryState> | DeliveryState | null | undefined;
}>;


export type InvoicesQuery = { invoices: { total: number, invoices: Array<{ id: string, kind: InvoiceKind, number: string | null, status: InvoiceStatus, issueDate: string & { readonly isDay: true }, dueDate: string & { readonly isDay: true }, totalCents: number, openCents: number, delivery: { state: DeliveryState }, client: { id: string, name: string } }> } | null };

export type InvoicePictureQueryVariables = Exact<{
  input: CreateInvoiceInput;
  draftId?: string | null | undefined;
}>;


export type InvoicePictureQuery = { invoicePicture: { picture: string } | null };

export type ResendReminderMutationVariables = Exact<{
  id: string;
  input?: SendInvoiceInput | null | undefined;
}>;


export type ResendReminderMutation = { resendReminder: { id: string, delivery: { state: DeliveryState, to: Array<string> } } };

export type PageTreeQueryVariables = Exact<{ [key: string]: never; }>;


export type PageTreeQuery = { pageTree: unknown };

export type PageDataFragment = { id: string, version: number, title: string, icon: string | null, parentId: string | null, position: number, updatedAt: string, parent: { id: string, title: string } | null };

export type PageShownQueryVariables = Exact<{
  id: string;
}>;


export type PageShownQuery = { page: { id: string, version: number, title: string, icon: string | null, parentId: string | null, position: number, updatedAt: string, parent: { id: string, title: string } | null } | null };

export type CreatePageMutationVariables = Exact<{
  input: CreatePageInput;
}>;


export type CreatePageMutation = { createPage: { id: string } };

export type UpdatePageMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  input: UpdatePageInput;
}>;


export type UpdatePageMutation = { updatePage: { id: string, version: number, title: string, icon: string | null, parentId: string | null, position: number, updatedAt: string, parent: { id: string, title: string } | null } };

export type MovePageMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  input: MovePageInput;
}>;


export type MovePageMutation = { movePage: { id: string, version: number, title: string, icon: string | null, parentId: string | null, position: number, updatedAt: string, parent: { id: string, title: string } | null } };

export type DeletePageMutationVariables = Exact<{
  id: string;
}>;


export type DeletePageMutation = { deletePage: boolean };

export type LiveTicketQueryVariables = Exact<{ [key: string]: never; }>;


export type LiveTicketQuery = { liveTicket: string | null };

export type PageAsMarkdownQueryVariables = Exact<{
  id: string;
}>;


export type PageAsMarkdownQuery = { page: { title: string, content: unknown } | null };

export type PictureOfPageQueryVariables = Exact<{
  id: string;
}>;


export type PictureOfPageQuery = { filePreview: { url: string } | null };

export type FileOfPageQueryVariables = Exact<{
  id: string;
}>;


export type FileOfPageQuery = { file: { name: string } | null, fileDownload: { url: string } | null };

export type MembersOfPageQueryVariables = Exact<{
  q?: string | null | undefined;
}>;


export type MembersOfPageQuery = { members: { members: Array<{ id: string, name: string }> } | null };

export type PageVersionsQueryVariables = Exact<{
  id: string;
  page: number;
}>;


export type PageVersionsQuery = { pageVersions: { total: number, versions: Array<{ id: string, createdAt: string, updatedAt: string, current: boolean, refused: boolean, pageId: string, author: { id: string | null, name: string } }> } | null };

export type PageVersionShownQueryVariables = Exact<{
  id: string;
}>;


export type PageVersionShownQuery = { pageVersion: { id: string, content: unknown } | null };

export type RestorePageMutationVariables = Exact<{
  id: string;
  input: RestorePageInput;
}>;


export type RestorePageMutation = { restorePage: { id: string, version: number, title: string, icon: string | null, parentId: string | null, position: number, updatedAt: string, parent: { id: string, title: string } | null } };

export type ProjectsQueryVariables = Exact<{
  page: number;
  q?: string | null | undefined;
}>;


export type ProjectsQuery = { projects: { total: number, projects: Array<{ id: string, name: string, status: ProjectStatus, trackedSeconds: number, client: { id: string, name: string } | null }> } | null };

export type ProjectDataFragment = { id: string, version: number, name: string, description: string | null, status: ProjectStatus, color: string | null, budgetMinutes: number | null, hourlyRateCents: number | null, client: { id: string, name: string } | null };

export type ProjectDataQueryVariables = Exact<{
  id: string;
}>;


export type ProjectDataQuery = { project: { id: string, version: number, name: string, description: string | null, status: ProjectStatus, color: string | null, budgetMinutes: number | null, hourlyRateCents: number | null, client: { id: string, name: string } | null } | null };

export type ClientOfProjectQueryVariables = Exact<{
  id: string;
}>;


export type ClientOfProjectQuery = { client: { id: string, name: string } | null };

export type ClientsOfProjectsQueryVariables = Exact<{
  q?: string | null | undefined;
}>;


export type ClientsOfProjectsQuery = { clients: { clients: Array<{ id: string, name: string }> } | null };

export type CreateProjectMutationVariables = Exact<{
  input: CreateProjectInput;
}>;


export type CreateProjectMutation = { createProject: { id: string, version: number, name: string, description: string | null, status: ProjectStatus, color: string | null, budgetMinutes: number | null, hourlyRateCents: number | null, client: { id: string, name: string } | null } };

export type UpdateProjectMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  input: UpdateProjectInput;
}>;


export type UpdateProjectMutation = { updateProject: { id: string, version: number, name: string, description: string | null, status: ProjectStatus, color: string | null, budgetMinutes: number | null, hourlyRateCents: number | null, client: { id: string, name: string } | null } };

export type BoardColumnFragment = { id: string, version: number, name: string, tasks: Array<{ id: string, columnId: string, title: string, dueDate: string & { readonly isDay: true } | null, priority: string, commentCount: number, subtaskCompleted: number, subtaskTotal: number, assignees: Array<{ id: string, name: string }>, tags: Array<{ id: string, name: string }> }> };

export type BoardQueryVariables = Exact<{
  id: string;
}>;


export type BoardQuery = { project: { id: string, version: number, name: string, description: string | null, status: ProjectStatus, color: string | null, budgetMinutes: number | null, hourlyRateCents: number | null, client: { id: string, name: string } | null } | null, projectColumns: Array<{ id: string, version: number, name: string, tasks: Array<{ id: string, columnId: string, title: string, dueDate: string & { readonly isDay: true } | null, priority: string, commentCount: number, subtaskCompleted: number, subtaskTotal: number, assignees: Array<{ id: string, name: string }>, tags: Array<{ id: string, name: string }> }> }> | null };

export type DoneCardsQueryVariables = Exact<{
  id: string;
}>;


export type DoneCardsQuery = { projectTasks: { total: number, tasks: Array<{ id: string, title: string, columnId: string }> } | null };

export type DoneInColumnQueryVariables = Exact<{
  columnId: string;
}>;


export type DoneInColumnQuery = { tasks: { total: number, tasks: Array<{ id: string, title: string }> } | null };

export type ProjectsOfTasksQueryVariables = Exact<{
  q?: string | null | undefined;
}>;


export type ProjectsOfTasksQuery = { projects: { projects: Array<{ id: string, name: string, columns: Array<{ id: string }> }> } | null };

export type CreateCardMutationVariables = Exact<{
  input: CreateTaskInput;
}>;


export type CreateCardMutation = { createTask: { id: string, columnId: string, title: string, dueDate: string & { readonly isDay: true } | null, priority: TaskPriority } };

export type MoveCardMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  input: MoveTaskInput;
}>;


export type MoveCardMutation = { moveTask: { position: number | null, id: string, version: number, title: string, description: string | null, status: TaskStatus, priority: TaskPriority, dueDate: string & { readonly isDay: true } | null, completedAt: string | null, projectId: string, columnId: string, project: { id: string, name: string }, column: { id: string, name: string }, assignees: Array<{ id: string, name: string }>, tags: Array<{ id: string, name: string }>, subtasks: Array<{ id: string, version: number, title: string, done: boolean, position: number }> } };

export type CreateColumnMutationVariables = Exact<{
  id: string;
  input: CreateColumnInput;
}>;


export type CreateColumnMutation = { createColumn: { id: string } };

export type UpdateColumnMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  input: UpdateColumnInput;
}>;


export type UpdateColumnMutation = { updateColumn: { id: string, version: number, name: string } };

export type MoveColumnMutationVariables = Exact<{
  id: string;
  input: MoveColumnInput;
}>;


export type MoveColumnMutation = { moveColumn: { id: string } };

export type DeleteColumnMutationVariables = Exact<{
  id: string;
  moveTo?: string | null | undefined;
}>;


export type DeleteColumnMutation = { deleteColumn: boolean };

export type QuoteRowFragment = { id: string, number: string | null, status: QuoteStatus, issueDate: string & { readonly isDay: true } | null, validUntil: string & { readonly isDay: true }, totalCents: number, delivery: { state: DeliveryState }, client: { id: string, name: string } };

export type QuoteDataFragment = { id: string, version: number, number: string | null, status: QuoteStatus, issueDate: string & { readonly isDay: true } | null, validUntil: string & { readonly isDay: true }, introduction: string | null, closing: string | null, subtotalCents: number, totalCents: number, sentAt: string | null, signedAt: string | null, signerName: string | null, acceptanceNote: string | null, rejectedAt: string | null, rejectionReason: string | null, pdfUrl: string, previewUrl: string, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null }, lineItems: Array<{ description: string, quantity: number, unit: string, unitPriceCents: number, discountPercent: number, taxRate: number, supply: Supply, taxCategory: TaxCategory, taxExemptionReason: string | null, netCents: number, requestedCategory: TaxCategory | null, requestedReason: string | null }>, taxBreakdown: Array<{ taxRate: number, taxCategory: TaxCategory, taxCents: number }>, invoice: { id: string, number: string | null } | null, signingLink: { sentTo: Array<string>, sentAt: string, openedAt: string | null, expiresAt: string, endedAt: string | null } | null };

export type QuotesQueryVariables = Exact<{
  page: number;
  q?: string | null | undefined;
  status?: Array<QuoteStatus> | QuoteStatus | null | undefined;
  delivery?: Array<DeliveryState> | DeliveryState | null | undefined;
}>;


export type QuotesQuery = { quotes: { total: number, quotes: Array<{ id: string, number: string | null, status: QuoteStatus, issueDate: string & { readonly isDay: true } | null, validUntil: string & { readonly isDay: true }, totalCents: number, delivery: { state: DeliveryState }, client: { id: string, name: string } }> } | null };

export type QuoteDataQueryVariables = Exact<{
  id: string;
}>;


export type QuoteDataQuery = { quote: { id: string, version: number, number: string | null, status: QuoteStatus, issueDate: string & { readonly isDay: true } | null, validUntil: string & { readonly isDay: true }, introduction: string | null, closing: string | null, subtotalCents: number, totalCents: number, sentAt: string | null, signedAt: string | null, signerName: string | null, acceptanceNote: string | null, rejectedAt: string | null, rejectionReason: string | null, pdfUrl: string, previewUrl: string, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null }, lineItems: Array<{ description: string, quantity: number, unit: string, unitPriceCents: number, discountPercent: number, taxRate: number, supply: Supply, taxCategory: TaxCategory, taxExemptionReason: string | null, netCents: number, requestedCategory: TaxCategory | null, requestedReason: string | null }>, taxBreakdown: Array<{ taxRate: number, taxCategory: TaxCategory, taxCents: number }>, invoice: { id: string, number: string | null } | null, signingLink: { sentTo: Array<string>, sentAt: string, openedAt: string | null, expiresAt: string, endedAt: string | null } | null } | null };

export type CreateQuoteMutationVariables = Exact<{
  input: CreateQuoteInput;
}>;


export type CreateQuoteMutation = { createQuote: { id: string, version: number, number: string | null, status: QuoteStatus, issueDate: string & { readonly isDay: true } | null, validUntil: string & { readonly isDay: true }, introduction: string | null, closing: string | null, subtotalCents: number, totalCents: number, sentAt: string | null, signedAt: string | null, signerName: string | null, acceptanceNote: string | null, rejectedAt: string | null, rejectionReason: string | null, pdfUrl: string, previewUrl: string, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null }, lineItems: Array<{ description: string, quantity: number, unit: string, unitPriceCents: number, discountPercent: number, taxRate: number, supply: Supply, taxCategory: TaxCategory, taxExemptionReason: string | null, netCents: number, requestedCategory: TaxCategory | null, requestedReason: string | null }>, taxBreakdown: Array<{ taxRate: number, taxCategory: TaxCategory, taxCents: number }>, invoice: { id: string, number: string | null } | null, signingLink: { sentTo: Array<string>, sentAt: string, openedAt: string | null, expiresAt: string, endedAt: string | null } | null } };

export type UpdateQuoteMutationVariables = Exact<{
  id: string;
  input: UpdateQuoteInput;
  version?: number | null | undefined;
}>;


export type UpdateQuoteMutation = { updateQuote: { id: string, version: number, number: string | null, status: QuoteStatus, issueDate: string & { readonly isDay: true } | null, validUntil: string & { readonly isDay: true }, introduction: string | null, closing: string | null, subtotalCents: number, totalCents: number, sentAt: string | null, signedAt: string | null, signerName: string | null, acceptanceNote: string | null, rejectedAt: string | null, rejectionReason: string | null, pdfUrl: string, previewUrl: string, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null }, lineItems: Array<{ description: string, quantity: number, unit: string, unitPriceCents: number, discountPercent: number, taxRate: number, supply: Supply, taxCategory: TaxCategory, taxExemptionReason: string | null, netCents: number, requestedCategory: TaxCategory | null, requestedReason: string | null }>, taxBreakdown: Array<{ taxRate: number, taxCategory: TaxCategory, taxCents: number }>, invoice: { id: string, number: string | null } | null, signingLink: { sentTo: Array<string>, sentAt: string, openedAt: string | null, expiresAt: string, endedAt: string | null } | null } };

export type DeleteQuoteMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
}>;


export type DeleteQuoteMutation = { deleteQuote: boolean };

export type SendQuoteMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  input?: SendQuoteInput | null | undefined;
}>;


export type SendQuoteMutation = { sendQuote: { id: string, version: number, number: string | null, status: QuoteStatus, issueDate: string & { readonly isDay: true } | null, validUntil: string & { readonly isDay: true }, introduction: string | null, closing: string | null, subtotalCents: number, totalCents: number, sentAt: string | null, signedAt: string | null, signerName: string | null, acceptanceNote: string | null, rejectedAt: string | null, rejectionReason: string | null, pdfUrl: string, previewUrl: string, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null }, lineItems: Array<{ description: string, quantity: number, unit: string, unitPriceCents: number, discountPercent: number, taxRate: number, supply: Supply, taxCategory: TaxCategory, taxExemptionReason: string | null, netCents: number, requestedCategory: TaxCategory | null, requestedReason: string | null }>, taxBreakdown: Array<{ taxRate: number, taxCategory: TaxCategory, taxCents: number }>, invoice: { id: string, number: string | null } | null, signingLink: { sentTo: Array<string>, sentAt: string, openedAt: string | null, expiresAt: string, endedAt: string | null } | null } };

export type ResendQuoteMutationVariables = Exact<{
  id: string;
  input?: SendQuoteInput | null | undefined;
}>;


export type ResendQuoteMutation = { resendQuote: { id: string, version: number, number: string | null, status: QuoteStatus, issueDate: string & { readonly isDay: true } | null, validUntil: string & { readonly isDay: true }, introduction: string | null, closing: string | null, subtotalCents: number, totalCents: number, sentAt: string | null, signedAt: string | null, signerName: string | null, acceptanceNote: string | null, rejectedAt: string | null, rejectionReason: string | null, pdfUrl: string, previewUrl: string, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null }, lineItems: Array<{ description: string, quantity: number, unit: string, unitPriceCents: number, discountPercent: number, taxRate: number, supply: Supply, taxCategory: TaxCategory, taxExemptionReason: string | null, netCents: number, requestedCategory: TaxCategory | null, requestedReason: string | null }>, taxBreakdown: Array<{ taxRate: number, taxCategory: TaxCategory, taxCents: number }>, invoice: { id: string, number: string | null } | null, signingLink: { sentTo: Array<string>, sentAt: string, openedAt: string | null, expiresAt: string, endedAt: string | null } | null } };

export type RevokeQuoteLinkMutationVariables = Exact<{
  id: string;
}>;


export type RevokeQuoteLinkMutation = { revokeQuoteLink: { id: string, version: number, number: string | null, status: QuoteStatus, issueDate: string & { readonly isDay: true } | null, validUntil: string & { readonly isDay: true }, introduction: string | null, closing: string | null, subtotalCents: number, totalCents: number, sentAt: string | null, signedAt: string | null, signerName: string | null, acceptanceNote: string | null, rejectedAt: string | null, rejectionReason: string | null, pdfUrl: string, previewUrl: string, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null }, lineItems: Array<{ description: string, quantity: number, unit: string, unitPriceCents: number, discountPercent: number, taxRate: number, supply: Supply, taxCategory: TaxCategory, taxExemptionReason: string | null, netCents: number, requestedCategory: TaxCategory | null, requestedReason: string | null }>, taxBreakdown: Array<{ taxRate: number, taxCategory: TaxCategory, taxCents: number }>, invoice: { id: string, number: string | null } | null, signingLink: { sentTo: Array<string>, sentAt: string, openedAt: string | null, expiresAt: string, endedAt: string | null } | null } };

export type MarkQuoteSignedMutationVariables = Exact<{
  id: string;
  input: MarkQuoteSignedInput;
}>;


export type MarkQuoteSignedMutation = { markQuoteSigned: { id: string, version: number, number: string | null, status: QuoteStatus, issueDate: string & { readonly isDay: true } | null, validUntil: string & { readonly isDay: true }, introduction: string | null, closing: string | null, subtotalCents: number, totalCents: number, sentAt: string | null, signedAt: string | null, signerName: string | null, acceptanceNote: string | null, rejectedAt: string | null, rejectionReason: string | null, pdfUrl: string, previewUrl: string, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null }, lineItems: Array<{ description: string, quantity: number, unit: string, unitPriceCents: number, discountPercent: number, taxRate: number, supply: Supply, taxCategory: TaxCategory, taxExemptionReason: string | null, netCents: number, requestedCategory: TaxCategory | null, requestedReason: string | null }>, taxBreakdown: Array<{ taxRate: number, taxCategory: TaxCategory, taxCents: number }>, invoice: { id: string, number: string | null } | null, signingLink: { sentTo: Array<string>, sentAt: string, openedAt: string | null, expiresAt: string, endedAt: string | null } | null } };

export type RejectQuoteMutationVariables = Exact<{
  id: string;
  input?: RejectQuoteInput | null | undefined;
}>;


export type RejectQuoteMutation = { rejectQuote: { id: string, version: number, number: string | null, status: QuoteStatus, issueDate: string & { readonly isDay: true } | null, validUntil: string & { readonly isDay: true }, introduction: string | null, closing: string | null, subtotalCents: number, totalCents: number, sentAt: string | null, signedAt: string | null, signerName: string | null, acceptanceNote: string | null, rejectedAt: string | null, rejectionReason: string | null, pdfUrl: string, previewUrl: string, delivery: { state: DeliveryState, at: string | null, to: Array<string>, reason: string | null }, client: { id: string, name: string, email: string | null }, lineItems: Array<{ description: string, quantity: number, unit: string, unitPriceCents: number, discountPercent: number, taxRate: number, supply: Supply, taxCategory: TaxCategory, taxExemptionReason: string | null, netCents: number, requestedCategory: TaxCategory | null, requestedReason: string | null }>, taxBreakdown: Array<{ taxRate: number, taxCategory: TaxCategory, taxCents: number }>, invoice: { id: string, number: string | null } | null, signingLink: { sentTo: Array<string>, sentAt: string, openedAt: string | null, expiresAt: string, endedAt: string | null } | null } };

export type ConvertQuoteMutationVariables = Exact<{
  id: string;
}>;


export type ConvertQuoteMutation = { convertQuoteToInvoice: { id: string } };

export type DuplicateQuoteMutationVariables = Exact<{
  id: string;
}>;


export type DuplicateQuoteMutation = { duplicateQuote: { id: string } };

export type QuotePictureQueryVariables = Exact<{
  input: CreateQuoteInput;
  draftId?: string | null | undefined;
}>;


export type QuotePictureQuery = { quotePicture: { picture: string } | null };

export type RecurringRowFragment = { id: string, startsOn: string & { readonly isDay: true }, every: number, interval: Interval, endsOn: string & { readonly isDay: true } | null, paused: boolean, nextOn: string & { readonly isDay: true } | null, mode: RecurringMode, client: { id: string, name: string }, lineItems: Array<{ description: string, netCents: number }> };

export type RecurringDataFragment = { version: number, dueDays: number | null, introduction: string | null, closing: string | null, id: string, startsOn: string & { readonly isDay: true }, every: number, interval: Interval, endsOn: string & { readonly isDay: true } | null, paused: boolean, nextOn: string & { readonly isDay: true } | null, mode: RecurringMode, lineItems: Array<{ description: string, netCents: number, quantity: number, unit: string, unitPriceCents: number, discountPercent: number, taxRate: number, supply: Supply, taxCategory: TaxCategory, taxExemptionReason: string | null, requestedCategory: TaxCategory | null, requestedReason: string | null }>, invoices: Array<{ id: string, number: string | null, issueDate: string & { readonly isDay: true }, status: InvoiceStatus, totalCents: number }>, client: { id: string, name: string } };

export type RecurringInvoicesQueryVariables = Exact<{
  page: number;
  q?: string | null | undefined;
}>;


export type RecurringInvoicesQuery = { recurringInvoices: { total: number, recurringInvoices: Array<{ id: string, startsOn: string & { readonly isDay: true }, every: number, interval: Interval, endsOn: string & { readonly isDay: true } | null, paused: boolean, nextOn: string & { readonly isDay: true } | null, mode: RecurringMode, client: { id: string, name: string }, lineItems: Array<{ description: string, netCents: number }> }> } | null };

export type RecurringDataQueryVariables = Exact<{
  id: string;
}>;


export type RecurringDataQuery = { recurringInvoice: { version: number, dueDays: number | null, introduction: string | null, closing: string | null, id: string, startsOn: string & { readonly isDay: true }, every: number, interval: Interval, endsOn: string & { readonly isDay: true } | null, paused: boolean, nextOn: string & { readonly isDay: true } | null, mode: RecurringMode, lineItems: Array<{ description: string, netCents: number, quantity: number, unit: string, unitPriceCents: number, discountPercent: number, taxRate: number, supply: Supply, taxCategory: TaxCategory, taxExemptionReason: string | null, requestedCategory: TaxCategory | null, requestedReason: string | null }>, invoices: Array<{ id: string, number: string | null, issueDate: string & { readonly isDay: true }, status: InvoiceStatus, totalCents: number }>, client: { id: string, name: string } } | null };

export type CreateRecurringMutationVariables = Exact<{
  input: CreateRecurringInvoiceInput;
}>;


export type CreateRecurringMutation = { createRecurringInvoice: { version: number, dueDays: number | null, introduction: string | null, closing: string | null, id: string, startsOn: string & { readonly isDay: true }, every: number, interval: Interval, endsOn: string & { readonly isDay: true } | null, paused: boolean, nextOn: string & { readonly isDay: true } | null, mode: RecurringMode, lineItems: Array<{ description: string, netCents: number, quantity: number, unit: string, unitPriceCents: number, discountPercent: number, taxRate: number, supply: Supply, taxCategory: TaxCategory, taxExemptionReason: string | null, requestedCategory: TaxCategory | null, requestedReason: string | null }>, invoices: Array<{ id: string, number: string | null, issueDate: string & { readonly isDay: true }, status: InvoiceStatus, totalCents: number }>, client: { id: string, name: string } } };

export type UpdateRecurringMutationVariables = Exact<{
  id: string;
  input: UpdateRecurringInvoiceInput;
  version?: number | null | undefined;
}>;


export type UpdateRecurringMutation = { updateRecurringInvoice: { version: number, dueDays: number | null, introduction: string | null, closing: string | null, id: string, startsOn: string & { readonly isDay: true }, every: number, interval: Interval, endsOn: string & { readonly isDay: true } | null, paused: boolean, nextOn: string & { readonly isDay: true } | null, mode: RecurringMode, lineItems: Array<{ description: string, netCents: number, quantity: number, unit: string, unitPriceCents: number, discountPercent: number, taxRate: number, supply: Supply, taxCategory: TaxCategory, taxExemptionReason: string | null, requestedCategory: TaxCategory | null, requestedReason: string | null }>, invoices: Array<{ id: string, number: string | null, issueDate: string & { readonly isDay: true }, status: InvoiceStatus, totalCents: number }>, client: { id: string, name: string } } };

export type DeleteRecurringMutationVariables = Exact<{
  id: string;
}>;


export type DeleteRecurringMutation = { deleteRecurringInvoice: boolean };

export type RunRecurringMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
}>;


export type RunRecurringMutation = { runRecurringInvoice: { id: string, number: string | null, status: InvoiceStatus } };

export type RecurringPictureQueryVariables = Exact<{
  input: CreateRecurringInvoiceInput;
  recurringInvoiceId?: string | null | undefined;
}>;


export type RecurringPictureQuery = { recurringInvoicePicture: { picture: string } | null };

export type CurrentSessionQueryVariables = Exact<{ [key: string]: never; }>;


export type CurrentSessionQuery = { currentSession: { language: string, organizationId: string, organizationName: string, permissions: Array<string>, mustSetUpSecondFactor: boolean, organizationEndsOn: string & { readonly isDay: true } | null, organizationHasEnded: boolean, member: { id: string, name: string, email: string | null, role: Role, timezone: string } } | null };

export type SignOutMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutMutation = { signOut: boolean };

export type ChooseLanguageMutationVariables = Exact<{
  id: string;
  language: string;
}>;


export type ChooseLanguageMutation = { updateMember: { id: string, language: string | null } };

export type WorksWithoutPasswordQueryVariables = Exact<{ [key: string]: never; }>;


export type WorksWithoutPasswordQuery = { tokens: { total: number, tokens: Array<{ id: string, name: string, lastFour: string, expiresAt: string | null }> } | null, passkeys: Array<{ id: string, name: string }> | null };

export type BookingAddressQueryVariables = Exact<{ [key: string]: never; }>;


export type BookingAddressQuery = { me: { id: string, slug: string, timezone: string, version: number } | null };

export type ChangeBookingAddressMutationVariables = Exact<{
  id: string;
  slug: string;
}>;


export type ChangeBookingAddressMutation = { updateMember: { id: string, slug: string, version: number } };

export type EventTypesQueryVariables = Exact<{
  page: number;
}>;


export type EventTypesQuery = { eventTypes: { total: number, eventTypes: Array<{ id: string, name: string, slug: string, durationMinutes: number, color: string | null, active: boolean, assignment: Assignment, userId: string, user: { id: string, name: string, slug: string } }> } | null };

export type EventTypeQueryVariables = Exact<{
  id: string;
}>;


export type EventTypeQuery = { eventType: { id: string, version: number, userId: string, name: string, slug: string, description: string | null, durationMinutes: number, slotIntervalMinutes: number, bufferBeforeMinutes: number, bufferAfterMinutes: number, minimumNoticeMinutes: number, maximumDaysAhead: number | null, limitPerDay: number | null, maximumNewBookingsPerDay: number | null, location: string, color: string | null, assignment: Assignment, memberIds: Array<string>, requiresEmailVerification: boolean, createClient: boolean, active: boolean, questions: Array<{ key: string, label: string, kind: QuestionKind, required: boolean, choices: Array<string> }>, user: { id: string, name: string, slug: string } } | null };

export type EventTypeSettingsFragment = { id: string, version: number, userId: string, name: string, slug: string, description: string | null, durationMinutes: number, slotIntervalMinutes: number, bufferBeforeMinutes: number, bufferAfterMinutes: number, minimumNoticeMinutes: number, maximumDaysAhead: number | null, limitPerDay: number | null, maximumNewBookingsPerDay: number | null, location: string, color: string | null, assignment: Assignment, memberIds: Array<string>, requiresEmailVerification: boolean, createClient: boolean, active: boolean, questions: Array<{ key: string, label: string, kind: QuestionKind, required: boolean, choices: Array<string> }>, user: { id: string, name: string, slug: string } };

export type HostsQueryVariables = Exact<{
  page: number;
}>;


export type HostsQuery = { members: { total: number, members: Array<{ id: string, name: string, slug: string, role: Role }> } | null };

export type CreateEventTypeMutationVariables = Exact<{
  input: CreateEventTypeInput;
}>;


export type CreateEventTypeMutation = { createEventType: { id: string } };

export type UpdateEventTypeMutationVariables = Exact<{
  id: string;
  input: UpdateEventTypeInput;
  version?: number | null | undefined;
}>;


export type UpdateEventTypeMutation = { updateEventType: { id: string, version: number, userId: string, name: string, slug: string, description: string | null, durationMinutes: number, slotIntervalMinutes: number, bufferBeforeMinutes: number, bufferAfterMinutes: number, minimumNoticeMinutes: number, maximumDaysAhead: number | null, limitPerDay: number | null, maximumNewBookingsPerDay: number | null, location: string, color: string | null, assignment: Assignment, memberIds: Array<string>, requiresEmailVerification: boolean, createClient: boolean, active: boolean, questions: Array<{ key: string, label: string, kind: QuestionKind, required: boolean, choices: Array<string> }>, user: { id: string, name: string, slug: string } } };

export type DeleteEventTypeMutationVariables = Exact<{
  id: string;
}>;


export type DeleteEventTypeMutation = { deleteEventType: boolean };

export type CalendarConnectionsQueryVariables = Exact<{
  page: number;
}>;


export type CalendarConnectionsQuery = { calendarConnections: { total: number, connections: Array<{ id: string, url: string, username: string, version: number, allDay: AllDayEntries, state: CalendarConnectionState, lastError: string | null, failures: number, problems: number, lastSyncedAt: string | null, nextSyncAt: string, calendars: Array<{ url: string, name: string, writesHere: boolean }>, problemEntries: Array<{ title: string | null, date: string & { readonly isDay: true } | null, object: string }> }> } | null };

export type ConnectionFragment = { id: string, url: string, username: string, version: number, allDay: AllDayEntries, state: CalendarConnectionState, lastError: string | null, failures: number, problems: number, lastSyncedAt: string | null, nextSyncAt: string, calendars: Array<{ url: string, name: string, writesHere: boolean }>, problemEntries: Array<{ title: string | null, date: string & { readonly isDay: true } | null, object: string }> };

export type FindCalendarsMutationVariables = Exact<{
  input: CalendarAccountInput;
}>;


export type FindCalendarsMutation = { findCalendars: { calendars: Array<{ url: string, name: string, writable: boolean }> } };

export type CreateCalendarConnectionMutationVariables = Exact<{
  input: CreateCalendarConnectionInput;
}>;


export type CreateCalendarConnectionMutation = { createCalendarConnection: { id: string } };

export type UpdateCalendarConnectionMutationVariables = Exact<{
  id: string;
  input: UpdateCalendarConnectionInput;
}>;


export type UpdateCalendarConnectionMutation = { updateCalendarConnection: { id: string, url: string, username: string, version: number, allDay: AllDayEntries, state: CalendarConnectionState, lastError: string | null, failures: number, problems: number, lastSyncedAt: string | null, nextSyncAt: string, calendars: Array<{ url: string, name: string, writesHere: boolean }>, problemEntries: Array<{ title: string | null, date: string & { readonly isDay: true } | null, object: string }> } };

export type SyncCalendarConnectionMutationVariables = Exact<{
  id: string;
}>;


export type SyncCalendarConnectionMutation = { syncCalendarConnection: { id: string, url: string, username: string, version: number, allDay: AllDayEntries, state: CalendarConnectionState, lastError: string | null, failures: number, problems: number, lastSyncedAt: string | null, nextSyncAt: string, calendars: Array<{ url: string, name: string, writesHere: boolean }>, problemEntries: Array<{ title: string | null, date: string & { readonly isDay: true } | null, object: string }> } };

export type DeleteCalendarConnectionMutationVariables = Exact<{
  id: string;
}>;


export type DeleteCalendarConnectionMutation = { deleteCalendarConnection: boolean };

export type CalendarFeedsQueryVariables = Exact<{
  page: number;
}>;


export type CalendarFeedsQuery = { calendarFeeds: { total: number, feeds: Array<{ id: string, name: string, createdAt: string }> } | null };

export type CreateCalendarFeedMutationVariables = Exact<{
  name: string;
}>;


export type CreateCalendarFeedMutation = { createCalendarFeed: { id: string, url: string } };

export type DeleteCalendarFeedMutationVariables = Exact<{
  id: string;
}>;


export type DeleteCalendarFeedMutation = { deleteCalendarFeed: boolean };

export type InstallationChecksQueryVariables = Exact<{ [key: string]: never; }>;


export type InstallationChecksQuery = { installationChecks: { checkedAt: string, shared: boolean, checks: Array<{ name: string, title: string, state: CheckState, message: string, remedy: string | null, detail: string | null }> } | null };

export type OrganizationQueryVariables = Exact<{ [key: string]: never; }>;


export type OrganizationQuery = { organization: { id: string, version: number, name: string, legalName: string | null, street: string | null, postalCode: string | null, city: string | null, country: string, email: string | null, phone: string | null, website: string | null, privacyUrl: string | null, contactName: string | null, registerCourt: string | null, registerNumber: string | null, managingDirectors: string | null, taxNumber: string | null, vatId: string | null, smallBusiness: boolean, oneStopShop: boolean, vatAccounting: string, accountHolder: string | null, bankName: string | null, iban: string | null, bic: string | null, accentColor: string | null, logoFileId: string | null, defaultLanguage: string, defaultPaymentTermsDays: number, hourlyRateCents: number | null, timeRoundingMinutes: number, invoiceNumberPattern: string, creditNoteNumberPattern: string, quoteNumberPattern: string, contractNumberPattern: string, dunning: { automatic: boolean, levels: Array<{ level: number, days: number, feeCents: number, text: string | null }> }, accounting: { chart: string | null, datevConsultantNumber: string | null, datevClientNumber: string | null, fiscalYearStart: string | null, accountLength: number | null, bankAccount: string | null, cashAccount: string | null, transitAccount: string | null, advanceClearingAccount: string | null, setOffClearingAccount: string | null, exportPayments: boolean | null, lockBatch: boolean | null, accounts: Array<{ taxCategory: string, domestic: boolean | null, country: string | null, exemptionReason: string | null, taxRate: number | null, account: string, taxKey: string | null, advanceAccount: string | null }> | null }, chartAccounts: Array<{ chart: string, bankAccount: string, cashAccount: string, transitAccount: string, advanceClearingAccount: string, setOffClearingAccount: string }> } | null };

export type OrganizationSettingsFragment = { id: string, version: number, name: string, legalName: string | null, street: string | null, postalCode: string | null, city: string | null, country: string, email: string | null, phone: string | null, website: string | null, privacyUrl: string | null, contactName: string | null, registerCourt: string | null, registerNumber: string | null, managingDirectors: string | null, taxNumber: string | null, vatId: string | null, smallBusiness: boolean, oneStopShop: boolean, vatAccounting: string, accountHolder: string | null, bankName: string | null, iban: string | null, bic: string | null, accentColor: string | null, logoFileId: string | null, defaultLanguage: string, defaultPaymentTermsDays: number, hourlyRateCents: number | null, timeRoundingMinutes: number, invoiceNumberPattern: string, creditNoteNumberPattern: string, quoteNumberPattern: string, contractNumberPattern: string, dunning: { automatic: boolean, levels: Array<{ level: number, days: number, feeCents: number, text: string | null }> }, accounting: { chart: string | null, datevConsultantNumber: string | null, datevClientNumber: string | null, fiscalYearStart: string | null, accountLength: number | null, bankAccount: string | null, cashAccount: string | null, transitAccount: string | null, advanceClearingAccount: string | null, setOffClearingAccount: string | null, exportPayments: boolean | null, lockBatch: boolean | null, accounts: Array<{ taxCategory: string, domestic: boolean | null, country: string | null, exemptionReason: string | null, taxRate: number | null, account: string, taxKey: string | null, advanceAccount: string | null }> | null }, chartAccounts: Array<{ chart: string, bankAccount: string, cashAccount: string, transitAccount: string, advanceClearingAccount: string, setOffClearingAccount: string }> };

export type UpdateOrganizationMutationVariables = Exact<{
  input: UpdateOrganizationInput;
  version?: number | null | undefined;
}>;


export type UpdateOrganizationMutation = { updateOrganization: { id: string, version: number, name: string, legalName: string | null, street: string | null, postalCode: string | null, city: string | null, country: string, email: string | null, phone: string | null, website: string | null, privacyUrl: string | null, contactName: string | null, registerCourt: string | null, registerNumber: string | null, managingDirectors: string | null, taxNumber: string | null, vatId: string | null, smallBusiness: boolean, oneStopShop: boolean, vatAccounting: string, accountHolder: string | null, bankName: string | null, iban: string | null, bic: string | null, accentColor: string | null, logoFileId: string | null, defaultLanguage: string, defaultPaymentTermsDays: number, hourlyRateCents: number | null, timeRoundingMinutes: number, invoiceNumberPattern: string, creditNoteNumberPattern: string, quoteNumberPattern: string, contractNumberPattern: string, dunning: { automatic: boolean, levels: Array<{ level: number, days: number, feeCents: number, text: string | null }> }, accounting: { chart: string | null, datevConsultantNumber: string | null, datevClientNumber: string | null, fiscalYearStart: string | null, accountLength: number | null, bankAccount: string | null, cashAccount: string | null, transitAccount: string | null, advanceClearingAccount: string | null, setOffClearingAccount: string | null, exportPayments: boolean | null, lockBatch: boolean | null, accounts: Array<{ taxCategory: string, domestic: boolean | null, country: string | null, exemptionReason: string | null, taxRate: number | null, account: string, taxKey: string | null, advanceAccount: string | null }> | null }, chartAccounts: Array<{ chart: string, bankAccount: string, cashAccount: string, transitAccount: string, advanceClearingAccount: string, setOffClearingAccount: string }> } };

export type OrganizationPreviewQueryVariables = Exact<{
  input: UpdateOrganizationInput;
}>;


export type OrganizationPreviewQuery = { organizationPreview: { picture: string } | null };

export type UploadAddressQueryVariables = Exact<{ [key: string]: never; }>;


export type UploadAddressQuery = { uploadUrl: { url: string } | null };

export type LogoFileQueryVariables = Exact<{
  id: string;
}>;


export type LogoFileQuery = { file: { id: string, name: string } | null };

export type DunningPreviewQueryVariables = Exact<{ [key: string]: never; }>;


export type DunningPreviewQuery = { dunningPreview: { reminders: Array<{ invoiceId: string, number: string, level: number, openCents: number, chargesCents: number, client: { id: string, name: string } }> } | null };

export type BaseRatesDataFragment = { missingFrom: string & { readonly isDay: true } | null, editable: boolean, rates: Array<{ validFrom: string & { readonly isDay: true }, percent: number }> };

export type BaseRatesQueryVariables = Exact<{ [key: string]: never; }>;


export type BaseRatesQuery = { baseRates: { missingFrom: string & { readonly isDay: true } | null, editable: boolean, rates: Array<{ validFrom: string & { readonly isDay: true }, percent: number }> } | null };

export type AddBaseRateMutationVariables = Exact<{
  input: AddBaseRateInput;
}>;


export type AddBaseRateMutation = { addBaseRate: { missingFrom: string & { readonly isDay: true } | null, editable: boolean, rates: Array<{ validFrom: string & { readonly isDay: true }, percent: number }> } };

export type EndingFragment = { endsOn: string & { readonly isDay: true } | null, hasEnded: boolean, keptUntil: string & { readonly isDay: true } | null, kept: Array<{ law: string, records: Array<string>, keptUntil: string & { readonly isDay: true } }> };

export type OrganizationEndingQueryVariables = Exact<{ [key: string]: never; }>;


export type OrganizationEndingQuery = { organizationEnding: { endsOn: string & { readonly isDay: true } | null, hasEnded: boolean, keptUntil: string & { readonly isDay: true } | null, kept: Array<{ law: string, records: Array<string>, keptUntil: string & { readonly isDay: true } }> } | null };

export type EndOrganizationMutationVariables = Exact<{
  input: EndOrganizationInput;
}>;


export type EndOrganizationMutation = { endOrganization: { endsOn: string & { readonly isDay: true } | null, hasEnded: boolean, keptUntil: string & { readonly isDay: true } | null, kept: Array<{ law: string, records: Array<string>, keptUntil: string & { readonly isDay: true } }> } };

export type KeepOrganizationMutationVariables = Exact<{ [key: string]: never; }>;


export type KeepOrganizationMutation = { keepOrganization: { endsOn: string & { readonly isDay: true } | null, hasEnded: boolean, keptUntil: string & { readonly isDay: true } | null, kept: Array<{ law: string, records: Array<string>, keptUntil: string & { readonly isDay: true } }> } };

export type AccountingExportQueryVariables = Exact<{
  from: string;
  to: string;
  format: AccountingFormat;
}>;


export type AccountingExportQuery = { accountingExport: { exportUrl: string } | null };

export type OrganizationExportQueryVariables = Exact<{ [key: string]: never; }>;


export type OrganizationExportQuery = { organizationExport: { exportUrl: string } | null };

export type AvailabilityQueryVariables = Exact<{ [key: string]: never; }>;


export type AvailabilityQuery = { availability: { id: string, version: number, timezone: string, weekly: Array<{ weekday: number, start: string, end: string }>, overrides: Array<{ date: string & { readonly isDay: true }, start: string | null, end: string | null, closed: boolean }> } | null };

export type HoursFragment = { id: string, version: number, timezone: string, weekly: Array<{ weekday: number, start: string, end: string }>, overrides: Array<{ date: string & { readonly isDay: true }, start: string | null, end: string | null, closed: boolean }> };

export type UpdateAvailabilityMutationVariables = Exact<{
  input: UpdateAvailabilityInput;
  version?: number | null | undefined;
}>;


export type UpdateAvailabilityMutation = { updateAvailability: { id: string, version: number, timezone: string, weekly: Array<{ weekday: number, start: string, end: string }>, overrides: Array<{ date: string & { readonly isDay: true }, start: string | null, end: string | null, closed: boolean }> } };

export type OwnEventTypesQueryVariables = Exact<{
  userId: string;
  page: number;
}>;


export type OwnEventTypesQuery = { me: { id: string, slug: string } | null, eventTypes: { total: number, eventTypes: Array<{ id: string, name: string, slug: string, active: boolean }> } | null };

export type FreeSlotsQueryVariables = Exact<{
  userSlug: string;
  typeSlug: string;
  from: string;
  to: string;
}>;


export type FreeSlotsQuery = { bookingSlots: { slots: Array<{ start: string }> } | null };

export type NumberingQueryVariables = Exact<{ [key: string]: never; }>;


export type NumberingQuery = { numbering: { version: number, series: Array<{ series: NumberSeriesName, year: number | null, next: number, preview: string }> } | null };

export type NumberingPreviewQueryVariables = Exact<{
  input: UpdateOrganizationInput;
}>;


export type NumberingPreviewQuery = { numberingPreview: { series: Array<{ series: NumberSeriesName, year: number | null, next: number, preview: string }> } | null };

export type RaiseNumberMutationVariables = Exact<{
  input: RaiseNumberInput;
  version?: number | null | undefined;
}>;


export type RaiseNumberMutation = { updateNumbering: { version: number, series: Array<{ series: NumberSeriesName, year: number | null, next: number, preview: string }> } };

export type ProfileQueryVariables = Exact<{ [key: string]: never; }>;


export type ProfileQuery = { me: { id: string, name: string, email: string | null, language: string | null } | null };

export type ChangeProfileMutationVariables = Exact<{
  id: string;
  name: string;
  language?: string | null | undefined;
}>;


export type ChangeProfileMutation = { updateMember: { id: string, name: string, language: string | null } };

export type ChangeOwnEmailMutationVariables = Exact<{
  currentPassword?: string | null | undefined;
  email: string;
}>;


export type ChangeOwnEmailMutation = { changeOwnEmail: { id: string, email: string | null } };

export type SessionsQueryVariables = Exact<{
  memberId?: string | null | undefined;
}>;


export type SessionsQuery = { sessions: Array<{ id: string, device: string, address: string, createdAt: string, lastSeenAt: string, current: boolean }> | null };

export type EndSessionMutationVariables = Exact<{
  id: string;
  memberId?: string | null | undefined;
}>;


export type EndSessionMutation = { endSession: boolean };

export type EndSessionsOfMemberMutationVariables = Exact<{
  memberId: string;
}>;


export type EndSessionsOfMemberMutation = { endSessionsOfMember: number };

export type ConfirmIdentityMutationVariables = Exact<{
  currentPassword?: string | null | undefined;
  code?: string | null | undefined;
}>;


export type ConfirmIdentityMutation = { confirmIdentity: boolean };

export type ConfirmIdentityWithPasskeyMutationVariables = Exact<{
  ticket: string;
  response: unknown;
}>;


export type ConfirmIdentityWithPasskeyMutation = { confirmIdentityWithPasskey: boolean };

export type SecondFactorRequiredQueryVariables = Exact<{ [key: string]: never; }>;


export type SecondFactorRequiredQuery = { organization: { id: string, secondFactorRequired: boolean } | null };

export type RequireSecondFactorMutationVariables = Exact<{
  required: boolean;
}>;


export type RequireSecondFactorMutation = { requireSecondFactor: boolean };

export type EndOtherSessionsMutationVariables = Exact<{ [key: string]: never; }>;


export type EndOtherSessionsMutation = { endOtherSessions: boolean };

export type ChangePasswordMutationVariables = Exact<{
  currentPassword?: string | null | undefined;
  code?: string | null | undefined;
  newPassword: string;
}>;


export type ChangePasswordMutation = { changePassword: boolean };

export type SecondFactorQueryVariables = Exact<{ [key: string]: never; }>;


export type SecondFactorQuery = { secondFactor: { totp: boolean, recoveryCodesLeft: number } | null };

export type SetUpTotpMutationVariables = Exact<{
  currentPassword?: string | null | undefined;
}>;


export type SetUpTotpMutation = { setUpTotp: { secret: string, otpauthUrl: string } };

export type ConfirmTotpMutationVariables = Exact<{
  code: string;
}>;


export type ConfirmTotpMutation = { confirmTotp: Array<string> };

export type CreateRecoveryCodesMutationVariables = Exact<{
  code: string;
}>;


export type CreateRecoveryCodesMutation = { createRecoveryCodes: Array<string> };

export type DisableTotpMutationVariables = Exact<{
  code: string;
}>;


export type DisableTotpMutation = { disableTotp: boolean };

export type PasskeysQueryVariables = Exact<{ [key: string]: never; }>;


export type PasskeysQuery = { passkeys: Array<{ id: string, name: string, createdAt: string, lastUsedAt: string | null }> | null };

export type StartPasskeyMutationVariables = Exact<{
  currentPassword?: string | null | undefined;
  code?: string | null | undefined;
}>;


export type StartPasskeyMutation = { startPasskey: { options: unknown, ticket: string } };

export type CreatePasskeyMutationVariables = Exact<{
  name: string;
  ticket: string;
  response: unknown;
}>;


export type CreatePasskeyMutation = { createPasskey: { id: string, name: string, createdAt: string, lastUsedAt: string | null } };

export type DeletePasskeyMutationVariables = Exact<{
  id: string;
}>;


export type DeletePasskeyMutation = { deletePasskey: boolean };

export type MembersQueryVariables = Exact<{
  page: number;
}>;


export type MembersQuery = { members: { total: number, members: Array<{ id: string, name: string, email: string | null, role: Role, delivery: { state: DeliveryState } | null }> } | null };

export type ResendInvitationMutationVariables = Exact<{
  id: string;
}>;


export type ResendInvitationMutation = { resendInvitation: { id: string, delivery: { state: DeliveryState } | null } };

export type CreateMemberMutationVariables = Exact<{
  input: CreateMemberInput;
}>;


export type CreateMemberMutation = { createMember: { id: string } };

export type ChangeRoleMutationVariables = Exact<{
  id: string;
  role: Role;
}>;


export type ChangeRoleMutation = { updateMember: { id: string, role: Role } };

export type DeleteMemberMutationVariables = Exact<{
  id: string;
}>;


export type DeleteMemberMutation = { deleteMember: boolean };

export type AuditLogQueryVariables = Exact<{
  page: number;
  q?: string | null | undefined;
  action?: string | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type AuditLogQuery = { auditLog: { total: number, entries: Array<{ id: string, action: string, before: unknown, after: unknown, createdAt: string, actor: { id: string | null, name: string, type: string } }> } | null };

export type SecurityLogQueryVariables = Exact<{
  page: number;
  q?: string | null | undefined;
  kind?: string | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type SecurityLogQuery = { securityLog: { total: number, entries: Array<{ id: string, kind: string, memberId: string, memberName: string | null, actorId: string | null, device: string | null, network: string | null, name: string | null, createdAt: string }> } | null };

export type ResetSecondFactorMutationVariables = Exact<{
  memberId: string;
}>;


export type ResetSecondFactorMutation = { resetSecondFactor: boolean };

export type HasSecondFactorQueryVariables = Exact<{
  memberId: string;
}>;


export type HasSecondFactorQuery = { hasSecondFactor: boolean | null };

export type TokensQueryVariables = Exact<{
  page: number;
}>;


export type TokensQuery = { tokens: { total: number, tokens: Array<{ id: string, name: string, scope: string, lastFour: string, createdAt: string, expiresAt: string | null, lastUsedAt: string | null }> } | null };

export type CreateTokenMutationVariables = Exact<{
  input: CreateTokenInput;
}>;


export type CreateTokenMutation = { createToken: { id: string, token: string } };

export type DeleteTokenMutationVariables = Exact<{
  id: string;
}>;


export type DeleteTokenMutation = { deleteToken: boolean };

export type DeleteOwnTokensMutationVariables = Exact<{ [key: string]: never; }>;


export type DeleteOwnTokensMutation = { deleteOwnTokens: number };

export type WebhooksQueryVariables = Exact<{
  page: number;
}>;


export type WebhooksQuery = { webhooks: { total: number, webhooks: Array<{ id: string, version: number, url: string, description: string | null, events: Array<string>, active: boolean, consecutiveFailures: number, disabledReason: string | null }> } | null };

export type WebhookQueryVariables = Exact<{
  id: string;
}>;


export type WebhookQuery = { webhook: { id: string, version: number, url: string, description: string | null, events: Array<string>, active: boolean, consecutiveFailures: number, disabledReason: string | null, createdAt: string } | null };

export type WebhookEventsQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhookEventsQuery = { webhookEvents: { events: Array<{ name: string, resource: string, description: string | null }> } | null };

export type WebhookDeliveriesQueryVariables = Exact<{
  id: string;
  page: number;
  status?: DeliveryStatus | null | undefined;
}>;


export type WebhookDeliveriesQuery = { webhookDeliveries: { total: number, deliveries: Array<{ id: string, createdAt: string, event: string, eventId: string, status: DeliveryStatus, nextAttemptAt: string | null, attempts: Array<{ at: string, durationMs: number, status: number | null, error: string | null, requestHeaders: Record<string, string>, responseBody: string | null }> }> } | null };

export type CreateWebhookMutationVariables = Exact<{
  input: CreateWebhookInput;
}>;


export type CreateWebhookMutation = { createWebhook: { id: string, secret: string } };

export type UpdateWebhookMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  input: UpdateWebhookInput;
}>;


export type UpdateWebhookMutation = { updateWebhook: { id: string, version: number, url: string, description: string | null, events: Array<string>, active: boolean, consecutiveFailures: number, disabledReason: string | null } };

export type DeleteWebhookMutationVariables = Exact<{
  id: string;
}>;


export type DeleteWebhookMutation = { deleteWebhook: boolean };

export type RotateWebhookSecretMutationVariables = Exact<{
  id: string;
}>;


export type RotateWebhookSecretMutation = { rotateWebhookSecret: { id: string, version: number, secret: string } };

export type TestWebhookMutationVariables = Exact<{
  id: string;
}>;


export type TestWebhookMutation = { testWebhook: { id: string } };

export type ReplayWebhookMutationVariables = Exact<{
  id: string;
  since: string;
}>;


export type ReplayWebhookMutation = { replayWebhook: { deliveries: number } };

export type RedeliverWebhookDeliveryMutationVariables = Exact<{
  id: string;
}>;


export type RedeliverWebhookDeliveryMutation = { redeliverWebhookDelivery: { id: string, status: DeliveryStatus, nextAttemptAt: string | null } };

export type SearchQueryVariables = Exact<{
  q: string;
}>;


export type SearchQuery = { search: { results: Array<{ id: string, kind: FoundKind, name: string }> } | null };

export type SignInMutationVariables = Exact<{
  email: string;
  password: string;
  organizationId?: string | null | undefined;
  code?: string | null | undefined;
}>;


export type SignInMutation = { signIn: { signedIn: boolean, codeRequired: boolean, organizations: Array<{ id: string, name: string }> } };

export type RequestPasswordResetMutationVariables = Exact<{
  email: string;
}>;


export type RequestPasswordResetMutation = { requestPasswordReset: boolean };

export type AccountLinkQueryVariables = Exact<{
  token: string;
}>;


export type AccountLinkQuery = { accountLink: { kind: AccountLinkKind, email: string, name: string, organizationName: string } | null };

export type AcceptInvitationMutationVariables = Exact<{
  token: string;
  password: string;
}>;


export type AcceptInvitationMutation = { acceptInvitation: { signedIn: boolean } };

export type ResetPasswordMutationVariables = Exact<{
  token: string;
  password: string;
}>;


export type ResetPasswordMutation = { resetPassword: { signedIn: boolean } };

export type FirstRunQueryVariables = Exact<{ [key: string]: never; }>;


export type FirstRunQuery = { firstRun: { open: boolean, offersDemo: boolean } | null };

export type CreateFirstOrganizationMutationVariables = Exact<{
  code: string;
  organizationName: string;
  name: string;
  email: string;
  password: string;
  language?: string | null | undefined;
  demo?: boolean | null | undefined;
}>;


export type CreateFirstOrganizationMutation = { createFirstOrganization: { signedIn: boolean } };

export type StartPasskeySignInMutationVariables = Exact<{ [key: string]: never; }>;


export type StartPasskeySignInMutation = { startPasskeySignIn: { options: unknown, ticket: string } };

export type SignInWithPasskeyMutationVariables = Exact<{
  ticket: string;
  response: unknown;
}>;


export type SignInWithPasskeyMutation = { signInWithPasskey: { signedIn: boolean } };

export type TasksQueryVariables = Exact<{
  page: number;
  q?: string | null | undefined;
  projectId?: string | null | undefined;
  status?: TaskStatus | null | undefined;
  assigneeId?: string | null | undefined;
  tagId?: string | null | undefined;
  dueBefore?: string | null | undefined;
  sort?: TaskSort | null | undefined;
}>;


export type TasksQuery = { tasks: { total: number, tasks: Array<{ id: string, title: string, status: TaskStatus, priority: TaskPriority, dueDate: string & { readonly isDay: true } | null, project: { id: string, name: string }, column: { id: string, name: string }, assignees: Array<{ id: string, name: string }>, tags: Array<{ id: string, name: string }> }> } | null };

export type TaskFiltersQueryVariables = Exact<{
  page: number;
}>;


export type TaskFiltersQuery = { projects: { total: number, projects: Array<{ id: string, name: string }> } | null, tags: { total: number, tags: Array<{ id: string, name: string }> } | null };

export type NameOfProjectQueryVariables = Exact<{
  id: string;
}>;


export type NameOfProjectQuery = { project: { id: string, name: string, client: { id: string, name: string } | null } | null };

export type TaskDataFragment = { id: string, version: number, title: string, description: string | null, status: TaskStatus, priority: TaskPriority, dueDate: string & { readonly isDay: true } | null, completedAt: string | null, projectId: string, columnId: string, project: { id: string, name: string }, column: { id: string, name: string }, assignees: Array<{ id: string, name: string }>, tags: Array<{ id: string, name: string }>, subtasks: Array<{ id: string, version: number, title: string, done: boolean, position: number }> };

export type StepFragment = { id: string, version: number, title: string, done: boolean, position: number };

export type TaskPageQueryVariables = Exact<{
  id: string;
}>;


export type TaskPageQuery = { task: { id: string, version: number, title: string, description: string | null, status: TaskStatus, priority: TaskPriority, dueDate: string & { readonly isDay: true } | null, completedAt: string | null, projectId: string, columnId: string, attachments: Array<{ id: string, file: { id: string, name: string, sizeBytes: number } }>, project: { id: string, name: string }, column: { id: string, name: string }, assignees: Array<{ id: string, name: string }>, tags: Array<{ id: string, name: string }>, subtasks: Array<{ id: string, version: number, title: string, done: boolean, position: number }> } | null };

export type AttachmentDataFragment = { id: string, file: { id: string, name: string, sizeBytes: number } };

export type AttachmentsOfTaskQueryVariables = Exact<{
  taskId: string;
  page: number;
}>;


export type AttachmentsOfTaskQuery = { attachments: { total: number, attachments: Array<{ id: string, file: { id: string, name: string, sizeBytes: number } }> } | null };

export type ColumnsOfTaskQueryVariables = Exact<{
  projectId: string;
}>;


export type ColumnsOfTaskQuery = { projectColumns: Array<{ id: string, name: string }> | null };

export type TaskChoicesQueryVariables = Exact<{
  page: number;
}>;


export type TaskChoicesQuery = { members: { total: number, members: Array<{ id: string, name: string }> } | null, tags: { total: number, tags: Array<{ id: string, name: string }> } | null };

export type UpdateTaskMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  input: UpdateTaskInput;
}>;


export type UpdateTaskMutation = { updateTask: { id: string, version: number, title: string, description: string | null, status: TaskStatus, priority: TaskPriority, dueDate: string & { readonly isDay: true } | null, completedAt: string | null, projectId: string, columnId: string, project: { id: string, name: string }, column: { id: string, name: string }, assignees: Array<{ id: string, name: string }>, tags: Array<{ id: string, name: string }>, subtasks: Array<{ id: string, version: number, title: string, done: boolean, position: number }> } };

export type CreateTagOfTaskMutationVariables = Exact<{
  name: string;
}>;


export type CreateTagOfTaskMutation = { createTag: { id: string, name: string } };

export type DeleteTaskMutationVariables = Exact<{
  id: string;
}>;


export type DeleteTaskMutation = { deleteTask: boolean };

export type TaskNowQueryVariables = Exact<{
  id: string;
}>;


export type TaskNowQuery = { task: { id: string, version: number, status: TaskStatus, completedAt: string | null, columnId: string, position: number | null } | null };

export type SetTaskStatusMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  status: TaskStatus;
}>;


export type SetTaskStatusMutation = { updateTask: { id: string, version: number, title: string, description: string | null, status: TaskStatus, priority: TaskPriority, dueDate: string & { readonly isDay: true } | null, completedAt: string | null, projectId: string, columnId: string, project: { id: string, name: string }, column: { id: string, name: string }, assignees: Array<{ id: string, name: string }>, tags: Array<{ id: string, name: string }>, subtasks: Array<{ id: string, version: number, title: string, done: boolean, position: number }> } };

export type CreateStepMutationVariables = Exact<{
  taskId: string;
  input: CreateSubtaskInput;
}>;


export type CreateStepMutation = { createSubtask: { id: string, version: number, title: string, done: boolean, position: number } };

export type StepsNowQueryVariables = Exact<{
  id: string;
}>;


export type StepsNowQuery = { task: { subtasks: Array<{ id: string, version: number, title: string, done: boolean, position: number }> } | null };

export type UpdateStepMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  input: UpdateSubtaskInput;
}>;


export type UpdateStepMutation = { updateSubtask: { id: string, version: number, title: string, done: boolean, position: number } };

export type DeleteStepMutationVariables = Exact<{
  id: string;
}>;


export type DeleteStepMutation = { deleteSubtask: boolean };

export type CommentsOfTaskQueryVariables = Exact<{
  taskId: string;
  page: number;
}>;


export type CommentsOfTaskQuery = { comments: { total: number, comments: Array<{ id: string, version: number, authorId: string | null, assistant: boolean, content: string, createdAt: string, updatedAt: string, author: { name: string } }> } | null };

export type MembersToMentionQueryVariables = Exact<{
  page: number;
}>;


export type MembersToMentionQuery = { members: { total: number, members: Array<{ id: string, name: string }> } | null };

export type WriteCommentMutationVariables = Exact<{
  taskId: string;
  content: string;
}>;


export type WriteCommentMutation = { createComment: { id: string } };

export type RewriteCommentMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  content: string;
}>;


export type RewriteCommentMutation = { updateComment: { id: string, version: number, content: string, updatedAt: string } };

export type DeleteCommentMutationVariables = Exact<{
  id: string;
}>;


export type DeleteCommentMutation = { deleteComment: boolean };

export type AttachMutationVariables = Exact<{
  taskId: string;
  fileId: string;
}>;


export type AttachMutation = { createAttachment: { id: string } };

export type DetachMutationVariables = Exact<{
  id: string;
}>;


export type DetachMutation = { deleteAttachment: boolean };

export type DownloadOfAttachmentQueryVariables = Exact<{
  id: string;
}>;


export type DownloadOfAttachmentQuery = { fileDownload: { url: string } | null };

export type TimeOfTaskQueryVariables = Exact<{
  taskId: string;
}>;


export type TimeOfTaskQuery = { timeEntries: { total: number, sumSeconds: number, timeEntries: Array<{ id: string, startedAt: string, durationSeconds: number | null, userName: string, description: string | null, status: TimeEntryStatus }> } | null };

export type EntryFragment = { id: string, version: number, status: TimeEntryStatus, startedAt: string, endedAt: string | null, durationSeconds: number | null, description: string | null, billable: boolean, invoiceId: string | null, project: { id: string, name: string }, task: { id: string, title: string } | null };

export type WeekEntryFragment = { overlaps: Array<string>, id: string, version: number, status: TimeEntryStatus, startedAt: string, endedAt: string | null, durationSeconds: number | null, description: string | null, billable: boolean, invoiceId: string | null, project: { id: string, name: string }, task: { id: string, title: string } | null };

export type RunningTimerQueryVariables = Exact<{ [key: string]: never; }>;


export type RunningTimerQuery = { runningTimer: { id: string, version: number, status: TimeEntryStatus, startedAt: string, endedAt: string | null, durationSeconds: number | null, description: string | null, billable: boolean, invoiceId: string | null, project: { id: string, name: string }, task: { id: string, title: string } | null } | null };

export type LastWorkedOnQueryVariables = Exact<{
  userId: string;
}>;


export type LastWorkedOnQuery = { timeEntries: { timeEntries: Array<{ id: string, version: number, status: TimeEntryStatus, startedAt: string, endedAt: string | null, durationSeconds: number | null, description: string | null, billable: boolean, invoiceId: string | null, project: { id: string, name: string }, task: { id: string, title: string } | null }> } | null };

export type WorkedOnQueryVariables = Exact<{
  q?: string | null | undefined;
}>;


export type WorkedOnQuery = { projects: { projects: Array<{ id: string, name: string }> } | null, tasks: { tasks: Array<{ id: string, title: string, project: { id: string, name: string } }> } | null };

export type ProjectWorkedOnQueryVariables = Exact<{
  id: string;
}>;


export type ProjectWorkedOnQuery = { project: { id: string, name: string } | null };

export type StartTimerMutationVariables = Exact<{
  input: StartTimerInput;
}>;


export type StartTimerMutation = { startTimer: { id: string, version: number, status: TimeEntryStatus, startedAt: string, endedAt: string | null, durationSeconds: number | null, description: string | null, billable: boolean, invoiceId: string | null, project: { id: string, name: string }, task: { id: string, title: string } | null } };

export type StopTimerMutationVariables = Exact<{
  id: string;
}>;


export type StopTimerMutation = { stopTimer: { id: string, version: number, status: TimeEntryStatus, startedAt: string, endedAt: string | null, durationSeconds: number | null, description: string | null, billable: boolean, invoiceId: string | null, project: { id: string, name: string }, task: { id: string, title: string } | null } };

export type ContinueTimerMutationVariables = Exact<{
  id: string;
}>;


export type ContinueTimerMutation = { continueTimer: { id: string, version: number, status: TimeEntryStatus, startedAt: string, endedAt: string | null, durationSeconds: number | null, description: string | null, billable: boolean, invoiceId: string | null, project: { id: string, name: string }, task: { id: string, title: string } | null } };

export type WeekQueryVariables = Exact<{
  userId: string;
  from: string;
  to: string;
  page: number;
}>;


export type WeekQuery = { timeEntries: { total: number, sumSeconds: number, timeEntries: Array<{ overlaps: Array<string>, id: string, version: number, status: TimeEntryStatus, startedAt: string, endedAt: string | null, durationSeconds: number | null, description: string | null, billable: boolean, invoiceId: string | null, project: { id: string, name: string }, task: { id: string, title: string } | null }> } | null };

export type InvoicesOfTimeQueryVariables = Exact<{
  userId: string;
  from: string;
  to: string;
  page: number;
}>;


export type InvoicesOfTimeQuery = { timeEntries: { total: number, timeEntries: Array<{ id: string, invoice: { id: string, number: string | null } | null }> } | null };

export type ColleagueQueryVariables = Exact<{
  id: string;
}>;


export type ColleagueQuery = { member: { id: string } | null };

export type ColleaguesQueryVariables = Exact<{
  page: number;
}>;


export type ColleaguesQuery = { members: { total: number, members: Array<{ id: string, name: string }> } | null };

export type EntryNowQueryVariables = Exact<{
  id: string;
}>;


export type EntryNowQuery = { timeEntry: { id: string, version: number, status: TimeEntryStatus, startedAt: string, endedAt: string | null, durationSeconds: number | null, description: string | null, billable: boolean, invoiceId: string | null, project: { id: string, name: string }, task: { id: string, title: string } | null } | null };

export type CreateTimeEntryMutationVariables = Exact<{
  input: CreateTimeEntryInput;
}>;


export type CreateTimeEntryMutation = { createTimeEntry: { overlaps: Array<string>, id: string, version: number, status: TimeEntryStatus, startedAt: string, endedAt: string | null, durationSeconds: number | null, description: string | null, billable: boolean, invoiceId: string | null, project: { id: string, name: string }, task: { id: string, title: string } | null } };

export type UpdateTimeEntryMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  input: UpdateTimeEntryInput;
}>;


export type UpdateTimeEntryMutation = { updateTimeEntry: { overlaps: Array<string>, id: string, version: number, status: TimeEntryStatus, startedAt: string, endedAt: string | null, durationSeconds: number | null, description: string | null, billable: boolean, invoiceId: string | null, project: { id: string, name: string }, task: { id: string, title: string } | null } };

export type DeleteTimeEntryMutationVariables = Exact<{
  id: string;
}>;


export type DeleteTimeEntryMutation = { deleteTimeEntry: boolean };

export type ReportRowFragment = { id: string | null, name: string | null, seconds: number, billableSeconds: number, invoicedSeconds: number, amountCents: number | null };

export type UnbilledByClientQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type UnbilledByClientQuery = { timeReport: { rows: Array<{ id: string | null, name: string | null, seconds: number, billableSeconds: number, invoicedSeconds: number, amountCents: number | null }> } | null };

export type UnbilledOfClientQueryVariables = Exact<{
  clientId: string;
  from: string;
  to: string;
}>;


export type UnbilledOfClientQuery = { client: { id: string, name: string } | null, timeReport: { rows: Array<{ id: string | null, name: string | null, seconds: number, billableSeconds: number, invoicedSeconds: number, amountCents: number | null }>, totals: { seconds: number } } | null };

export type BilledTimeQueryVariables = Exact<{
  input: BillTimeInput;
}>;


export type BilledTimeQuery = { timeEntriesPreview: { subtotalCents: number, totalCents: number, lineItems: Array<{ description: string, quantity: number, unit: string, unitPriceCents: number, discountPercent: number, taxRate: number, supply: Supply, taxCategory: TaxCategory, taxExemptionReason: string | null, netCents: number, requestedCategory: TaxCategory | null, requestedReason: string | null }>, taxBreakdown: Array<{ taxRate: number, taxCategory: TaxCategory, taxCents: number }> } | null };

export type BillTimeMutationVariables = Exact<{
  input: BillTimeInput;
}>;


export type BillTimeMutation = { invoiceFromTimeEntries: { id: string } };

export type TaskWorkedOnQueryVariables = Exact<{
  id: string;
}>;


export type TaskWorkedOnQuery = { task: { id: string, title: string, project: { id: string, name: string } } | null };

export type TimeReportQueryVariables = Exact<{
  groupBy: TimeGroup;
  from: string;
  to: string;
  clientId?: string | null | undefined;
  projectId?: string | null | undefined;
  userId?: string | null | undefined;
  billable?: boolean | null | undefined;
  invoiced?: boolean | null | undefined;
}>;


export type TimeReportQuery = { timeReport: { rows: Array<{ id: string | null, name: string | null, seconds: number, billableSeconds: number, invoicedSeconds: number, amountCents: number | null }>, totals: { seconds: number, billableSeconds: number, invoicedSeconds: number, amountCents: number | null } } | null };

export type TimeExportQueryVariables = Exact<{
  from: string;
  to: string;
  clientId?: string | null | undefined;
  projectId?: string | null | undefined;
  userId?: string | null | undefined;
  billable?: boolean | null | undefined;
  invoiced?: boolean | null | undefined;
}>;


export type TimeExportQuery = { timeExport: { exportUrl: string } | null };

export type ReportedClientQueryVariables = Exact<{
  id: string;
}>;


export type ReportedClientQuery = { client: { id: string, name: string } | null };

export type ReportedProjectQueryVariables = Exact<{
  id: string;
}>;


export type ReportedProjectQuery = { project: { id: string, name: string } | null };

export type ReportedClientsQueryVariables = Exact<{
  q?: string | null | undefined;
}>;


export type ReportedClientsQuery = { clients: { clients: Array<{ id: string, name: string }> } | null };

export type ReportedProjectsQueryVariables = Exact<{
  q?: string | null | undefined;
  clientId?: string | null | undefined;
}>;


export type ReportedProjectsQuery = { projects: { projects: Array<{ id: string, name: string }> } | null };

export type LatestChangesQueryVariables = Exact<{
  names?: Array<string> | string | null | undefined;
}>;


export type LatestChangesQuery = { events: { events: Array<{ id: string, data: unknown, changes: Array<string> | null, actor: { name: string } }> } | null };

export type WhiteboardsQueryVariables = Exact<{
  projectId: string;
  page: number;
}>;


export type WhiteboardsQuery = { whiteboards: { total: number, whiteboards: Array<{ id: string, title: string, updatedAt: string }> } | null };

export type WhiteboardDataFragment = { id: string, version: number, title: string, scene: unknown, project: { id: string, name: string } | null };

export type WhiteboardPageQueryVariables = Exact<{
  id: string;
}>;


export type WhiteboardPageQuery = { whiteboard: { id: string, version: number, title: string, scene: unknown, project: { id: string, name: string } | null } | null };

export type CreateWhiteboardMutationVariables = Exact<{
  projectId: string;
  title: string;
}>;


export type CreateWhiteboardMutation = { createWhiteboard: { id: string } };

export type WhiteboardNowQueryVariables = Exact<{
  id: string;
}>;


export type WhiteboardNowQuery = { whiteboard: { id: string, version: number, title: string } | null };

export type RenameWhiteboardMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  title: string;
}>;


export type RenameWhiteboardMutation = { updateWhiteboard: { id: string, version: number, title: string, scene: unknown, project: { id: string, name: string } | null } };

export type SaveSceneMutationVariables = Exact<{
  id: string;
  version: number;
  scene?: unknown;
}>;


export type SaveSceneMutation = { updateWhiteboard: { id: string, version: number, title: string, scene: unknown, project: { id: string, name: string } | null } };

export type DeleteWhiteboardMutationVariables = Exact<{
  id: string;
}>;


export type DeleteWhiteboardMutation = { deleteWhiteboard: boolean };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const EventRowFragmentDoc = new TypedDocumentString(`
    fragment EventRow on Event {
  id
  event
  sequence
  createdAt
  data
  changes
  actor {
    id
    name
    type
  }
}
    `, {"fragmentName":"EventRow"}) as unknown as TypedDocumentString<EventRowFragment, unknown>;
export const AppointmentFragmentDoc = new TypedDocumentString(`
    fragment Appointment on CalendarEvent {
  id
  version
  occurrenceStart
  startTime
  endTime
  timezone
  allDay
  title
  location
  description
  busy
  recurrence
  meetUrl
  userId
  bookingId
  connectionId
}
    `, {"fragmentName":"Appointment"}) as unknown as TypedDocumentString<AppointmentFragment, unknown>;
export const AwayDataFragmentDoc = new TypedDocumentString(`
    fragment AwayData on Absence {
  id
  version
  userId
  startsOn
  endsOn
  halfDay
  half
  kind
  note
}
    `, {"fragmentName":"AwayData"}) as unknown as TypedDocumentString<AwayDataFragment, unknown>;
export const ClientDataFragmentDoc = new TypedDocumentString(`
    fragment ClientData on Client {
  id
  version
  name
  kind
  email
  invoiceEmail
  contactName
  phone
  street
  postalCode
  city
  country
  vatId
  buyerReference
  customerNumber
  registrationNumber
  invoiceFormat
  language
  paymentTermsDays
  notes
}
    `, {"fragmentName":"ClientData"}) as unknown as TypedDocumentString<ClientDataFragment, unknown>;
export const AppointmentOfClientFragmentDoc = new TypedDocumentString(`
    fragment AppointmentOfClient on CalendarEvent {
  id
  occurrenceStart
  startTime
  endTime
  timezone
  allDay
  title
  location
  bookingId
}
    `, {"fragmentName":"AppointmentOfClient"}) as unknown as TypedDocumentString<AppointmentOfClientFragment, unknown>;
export const ContractRowFragmentDoc = new TypedDocumentString(`
    fragment ContractRow on ContractSummary {
  id
  delivery {
    state
  }
  number
  title
  status
  startsOn
  endsOn
  terminatesOn
  client {
    id
    name
  }
}
    `, {"fragmentName":"ContractRow"}) as unknown as TypedDocumentString<ContractRowFragment, unknown>;
export const ContractDataFragmentDoc = new TypedDocumentString(`
    fragment ContractData on Contract {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  number
  status
  title
  content
  startsOn
  endsOn
  noticePeriodDays
  earliestEndOn
  noticedOn
  terminatesOn
  sentAt
  signedAt
  signerName
  rejectedAt
  rejectionReason
  cancelledAt
  pdfUrl
  previewUrl
  missing
  client {
    id
    name
    email
  }
  quote {
    id
    number
  }
  signingLink {
    sentTo
    sentAt
    openedAt
    expiresAt
    endedAt
  }
}
    `, {"fragmentName":"ContractData"}) as unknown as TypedDocumentString<ContractDataFragment, unknown>;
export const WorkedFragmentDoc = new TypedDocumentString(`
    fragment Worked on WorkedTime {
  seconds
  billableSeconds
  invoicedSeconds
}
    `, {"fragmentName":"Worked"}) as unknown as TypedDocumentString<WorkedFragment, unknown>;
export const PlanFragmentDoc = new TypedDocumentString(`
    fragment Plan on ErasurePlan {
  plan
  blocked
  exportUrl
  entries {
    kind
    title
    outcome
    count
    keptUntil
    law
  }
}
    `, {"fragmentName":"Plan"}) as unknown as TypedDocumentString<PlanFragment, unknown>;
export const InvoiceRowFragmentDoc = new TypedDocumentString(`
    fragment InvoiceRow on Invoice {
  id
  delivery {
    state
  }
  kind
  number
  status
  issueDate
  dueDate
  totalCents
  openCents
  client {
    id
    name
  }
}
    `, {"fragmentName":"InvoiceRow"}) as unknown as TypedDocumentString<InvoiceRowFragment, unknown>;
export const LineDataFragmentDoc = new TypedDocumentString(`
    fragment LineData on LineItem {
  description
  quantity
  unit
  unitPriceCents
  discountPercent
  taxRate
  supply
  taxCategory
  taxExemptionReason
  netCents
  requestedCategory
  requestedReason
}
    `, {"fragmentName":"LineData"}) as unknown as TypedDocumentString<LineDataFragment, unknown>;
export const InvoiceDataFragmentDoc = new TypedDocumentString(`
    fragment InvoiceData on Invoice {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  kind
  number
  status
  issueDate
  dueDate
  serviceFrom
  serviceTo
  introduction
  closing
  cashDiscountPercent
  cashDiscountDays
  subtotalCents
  taxCents
  totalCents
  paidCents
  cashDiscountCents
  cashDiscountLeftCents
  creditedCents
  openCents
  refundDueCents
  claimedChargesCents
  sentAt
  pdfUrl
  previewUrl
  xmlUrl
  client {
    id
    name
    email
    invoiceEmail
  }
  creditedInvoice {
    id
    number
  }
  creditNotes {
    id
    number
    totalCents
  }
  lineItems {
    ...LineData
  }
  taxBreakdown {
    taxRate
    taxCategory
    taxCents
  }
  warnings {
    field
    message
  }
  payments {
    id
    amountCents
    cashDiscountCents
    chargesCents
    creditCents
    paidAt
    method
    reference
    reversedAt
  }
  reminders {
    id
    delivery {
      state
      to
    }
    level
    sentAt
    dueDate
    defaultSince
    chargesCents
    totalCents
    pdfUrl
  }
}
    fragment LineData on LineItem {
  description
  quantity
  unit
  unitPriceCents
  discountPercent
  taxRate
  supply
  taxCategory
  taxExemptionReason
  netCents
  requestedCategory
  requestedReason
}`, {"fragmentName":"InvoiceData"}) as unknown as TypedDocumentString<InvoiceDataFragment, unknown>;
export const BillableFragmentDoc = new TypedDocumentString(`
    fragment Billable on Client {
  id
  name
  paymentTermsDays
}
    `, {"fragmentName":"Billable"}) as unknown as TypedDocumentString<BillableFragment, unknown>;
export const SenderFragmentDoc = new TypedDocumentString(`
    fragment Sender on Organization {
  id
  legalName
  street
  postalCode
  city
  country
  taxNumber
  vatId
  iban
  contactName
  phone
  email
}
    `, {"fragmentName":"Sender"}) as unknown as TypedDocumentString<SenderFragment, unknown>;
export const PageDataFragmentDoc = new TypedDocumentString(`
    fragment PageData on Page {
  id
  version
  title
  icon
  parentId
  position
  updatedAt
  parent {
    id
    title
  }
}
    `, {"fragmentName":"PageData"}) as unknown as TypedDocumentString<PageDataFragment, unknown>;
export const ProjectDataFragmentDoc = new TypedDocumentString(`
    fragment ProjectData on Project {
  id
  version
  name
  description
  status
  color
  budgetMinutes
  hourlyRateCents
  client {
    id
    name
  }
}
    `, {"fragmentName":"ProjectData"}) as unknown as TypedDocumentString<ProjectDataFragment, unknown>;
export const BoardColumnFragmentDoc = new TypedDocumentString(`
    fragment BoardColumn on Column {
  id
  version
  name
  tasks {
    id
    columnId
    title
    dueDate
    priority
    commentCount
    subtaskCompleted
    subtaskTotal
    assignees {
      id
      name
    }
    tags {
      id
      name
    }
  }
}
    `, {"fragmentName":"BoardColumn"}) as unknown as TypedDocumentString<BoardColumnFragment, unknown>;
export const QuoteRowFragmentDoc = new TypedDocumentString(`
    fragment QuoteRow on Quote {
  id
  delivery {
    state
  }
  number
  status
  issueDate
  validUntil
  totalCents
  client {
    id
    name
  }
}
    `, {"fragmentName":"QuoteRow"}) as unknown as TypedDocumentString<QuoteRowFragment, unknown>;
export const QuoteDataFragmentDoc = new TypedDocumentString(`
    fragment QuoteData on Quote {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  number
  status
  issueDate
  validUntil
  introduction
  closing
  subtotalCents
  totalCents
  sentAt
  signedAt
  signerName
  acceptanceNote
  rejectedAt
  rejectionReason
  pdfUrl
  previewUrl
  client {
    id
    name
    email
  }
  lineItems {
    ...LineData
  }
  taxBreakdown {
    taxRate
    taxCategory
    taxCents
  }
  invoice {
    id
    number
  }
  signingLink {
    sentTo
    sentAt
    openedAt
    expiresAt
    endedAt
  }
}
    fragment LineData on LineItem {
  description
  quantity
  unit
  unitPriceCents
  discountPercent
  taxRate
  supply
  taxCategory
  taxExemptionReason
  netCents
  requestedCategory
  requestedReason
}`, {"fragmentName":"QuoteData"}) as unknown as TypedDocumentString<QuoteDataFragment, unknown>;
export const RecurringRowFragmentDoc = new TypedDocumentString(`
    fragment RecurringRow on RecurringInvoice {
  id
  startsOn
  every
  interval
  endsOn
  paused
  nextOn
  mode
  client {
    id
    name
  }
  lineItems {
    description
    netCents
  }
}
    `, {"fragmentName":"RecurringRow"}) as unknown as TypedDocumentString<RecurringRowFragment, unknown>;
export const RecurringDataFragmentDoc = new TypedDocumentString(`
    fragment RecurringData on RecurringInvoice {
  ...RecurringRow
  version
  dueDays
  introduction
  closing
  lineItems {
    ...LineData
  }
  invoices {
    id
    number
    issueDate
    status
    totalCents
  }
}
    fragment LineData on LineItem {
  description
  quantity
  unit
  unitPriceCents
  discountPercent
  taxRate
  supply
  taxCategory
  taxExemptionReason
  netCents
  requestedCategory
  requestedReason
}
fragment RecurringRow on RecurringInvoice {
  id
  startsOn
  every
  interval
  endsOn
  paused
  nextOn
  mode
  client {
    id
    name
  }
  lineItems {
    description
    netCents
  }
}`, {"fragmentName":"RecurringData"}) as unknown as TypedDocumentString<RecurringDataFragment, unknown>;
export const EventTypeSettingsFragmentDoc = new TypedDocumentString(`
    fragment EventTypeSettings on EventType {
  id
  version
  userId
  name
  slug
  description
  durationMinutes
  slotIntervalMinutes
  bufferBeforeMinutes
  bufferAfterMinutes
  minimumNoticeMinutes
  maximumDaysAhead
  limitPerDay
  maximumNewBookingsPerDay
  location
  color
  questions {
    key
    label
    kind
    required
    choices
  }
  assignment
  memberIds
  requiresEmailVerification
  createClient
  active
  user {
    id
    name
    slug
  }
}
    `, {"fragmentName":"EventTypeSettings"}) as unknown as TypedDocumentString<EventTypeSettingsFragment, unknown>;
export const ConnectionFragmentDoc = new TypedDocumentString(`
    fragment Connection on CalendarConnection {
  id
  url
  username
  calendars {
    url
    name
    writesHere
  }
  version
  allDay
  state
  lastError
  failures
  problems
  problemEntries {
    title
    date
    object
  }
  lastSyncedAt
  nextSyncAt
}
    `, {"fragmentName":"Connection"}) as unknown as TypedDocumentString<ConnectionFragment, unknown>;
export const OrganizationSettingsFragmentDoc = new TypedDocumentString(`
    fragment OrganizationSettings on Organization {
  id
  version
  name
  legalName
  street
  postalCode
  city
  country
  email
  phone
  website
  privacyUrl
  contactName
  registerCourt
  registerNumber
  managingDirectors
  taxNumber
  vatId
  smallBusiness
  oneStopShop
  vatAccounting
  accountHolder
  bankName
  iban
  bic
  accentColor
  logoFileId
  defaultLanguage
  defaultPaymentTermsDays
  hourlyRateCents
  timeRoundingMinutes
  invoiceNumberPattern
  creditNoteNumberPattern
  quoteNumberPattern
  contractNumberPattern
  dunning {
    automatic
    levels {
      level
      days
      feeCents
      text
    }
  }
  accounting {
    chart
    datevConsultantNumber
    datevClientNumber
    fiscalYearStart
    accountLength
    bankAccount
    cashAccount
    transitAccount
    advanceClearingAccount
    setOffClearingAccount
    exportPayments
    lockBatch
    accounts {
      taxCategory
      domestic
      country
      exemptionReason
      taxRate
      account
      taxKey
      advanceAccount
    }
  }
  chartAccounts {
    chart
    bankAccount
    cashAccount
    transitAccount
    advanceClearingAccount
    setOffClearingAccount
  }
}
    `, {"fragmentName":"OrganizationSettings"}) as unknown as TypedDocumentString<OrganizationSettingsFragment, unknown>;
export const BaseRatesDataFragmentDoc = new TypedDocumentString(`
    fragment BaseRatesData on BaseRates {
  missingFrom
  editable
  rates {
    validFrom
    percent
  }
}
    `, {"fragmentName":"BaseRatesData"}) as unknown as TypedDocumentString<BaseRatesDataFragment, unknown>;
export const EndingFragmentDoc = new TypedDocumentString(`
    fragment Ending on OrganizationEnding {
  endsOn
  hasEnded
  keptUntil
  kept {
    law
    records
    keptUntil
  }
}
    `, {"fragmentName":"Ending"}) as unknown as TypedDocumentString<EndingFragment, unknown>;
export const HoursFragmentDoc = new TypedDocumentString(`
    fragment Hours on Availability {
  id
  version
  timezone
  weekly {
    weekday
    start
    end
  }
  overrides {
    date
    start
    end
    closed
  }
}
    `, {"fragmentName":"Hours"}) as unknown as TypedDocumentString<HoursFragment, unknown>;
export const StepFragmentDoc = new TypedDocumentString(`
    fragment Step on Subtask {
  id
  version
  title
  done
  position
}
    `, {"fragmentName":"Step"}) as unknown as TypedDocumentString<StepFragment, unknown>;
export const TaskDataFragmentDoc = new TypedDocumentString(`
    fragment TaskData on Task {
  id
  version
  title
  description
  status
  priority
  dueDate
  completedAt
  projectId
  columnId
  project {
    id
    name
  }
  column {
    id
    name
  }
  assignees {
    id
    name
  }
  tags {
    id
    name
  }
  subtasks {
    ...Step
  }
}
    fragment Step on Subtask {
  id
  version
  title
  done
  position
}`, {"fragmentName":"TaskData"}) as unknown as TypedDocumentString<TaskDataFragment, unknown>;
export const AttachmentDataFragmentDoc = new TypedDocumentString(`
    fragment AttachmentData on Attachment {
  id
  file {
    id
    name
    sizeBytes
  }
}
    `, {"fragmentName":"AttachmentData"}) as unknown as TypedDocumentString<AttachmentDataFragment, unknown>;
export const EntryFragmentDoc = new TypedDocumentString(`
    fragment Entry on TimeEntry {
  id
  version
  status
  startedAt
  endedAt
  durationSeconds
  description
  billable
  invoiceId
  project {
    id
    name
  }
  task {
    id
    title
  }
}
    `, {"fragmentName":"Entry"}) as unknown as TypedDocumentString<EntryFragment, unknown>;
export const WeekEntryFragmentDoc = new TypedDocumentString(`
    fragment WeekEntry on TimeEntry {
  ...Entry
  overlaps
}
    fragment Entry on TimeEntry {
  id
  version
  status
  startedAt
  endedAt
  durationSeconds
  description
  billable
  invoiceId
  project {
    id
    name
  }
  task {
    id
    title
  }
}`, {"fragmentName":"WeekEntry"}) as unknown as TypedDocumentString<WeekEntryFragment, unknown>;
export const ReportRowFragmentDoc = new TypedDocumentString(`
    fragment ReportRow on TimeReportRow {
  id
  name
  seconds
  billableSeconds
  invoicedSeconds
  amountCents
}
    `, {"fragmentName":"ReportRow"}) as unknown as TypedDocumentString<ReportRowFragment, unknown>;
export const WhiteboardDataFragmentDoc = new TypedDocumentString(`
    fragment WhiteboardData on Whiteboard {
  id
  version
  title
  scene
  project {
    id
    name
  }
}
    `, {"fragmentName":"WhiteboardData"}) as unknown as TypedDocumentString<WhiteboardDataFragment, unknown>;
export const ActivityDocument = new TypedDocumentString(`
    query Activity($page: Int!, $names: [String!]) {
  events(page: $page, names: $names, sort: created_at_desc) {
    total
    events {
      ...EventRow
    }
  }
}
    fragment EventRow on Event {
  id
  event
  sequence
  createdAt
  data
  changes
  actor {
    id
    name
    type
  }
}`) as unknown as TypedDocumentString<ActivityQuery, ActivityQueryVariables>;
export const NoticesDocument = new TypedDocumentString(`
    query Notices {
  notices {
    notices {
      kind
      message
      detail
      url
      since
    }
  }
}
    `) as unknown as TypedDocumentString<NoticesQuery, NoticesQueryVariables>;
export const NotificationsDocument = new TypedDocumentString(`
    query Notifications($names: [String!], $undelivered: [String!], $changes: Boolean!, $contracts: Boolean!, $bookings: Boolean!) {
  events(perPage: 30, names: $names, sort: created_at_desc) {
    events {
      ...EventRow
    }
  }
  changed: events(perPage: 30, names: $undelivered, sort: created_at_desc) @include(if: $changes) {
    events {
      ...EventRow
    }
  }
  contracts(perPage: 10, delivery: [failed, bounced]) @include(if: $contracts) {
    contracts {
      id
      number
      title
      delivery {
        at
      }
    }
  }
  bookings(perPage: 10, delivery: [failed, bounced]) @include(if: $bookings) {
    bookings {
      id
      name
      start
      hostIds
      delivery {
        at
      }
    }
  }
}
    fragment EventRow on Event {
  id
  event
  sequence
  createdAt
  data
  changes
  actor {
    id
    name
    type
  }
}`) as unknown as TypedDocumentString<NotificationsQuery, NotificationsQueryVariables>;
export const BankUploadAddressDocument = new TypedDocumentString(`
    query BankUploadAddress {
  paymentImportUrl {
    url
  }
}
    `) as unknown as TypedDocumentString<BankUploadAddressQuery, BankUploadAddressQueryVariables>;
export const BankImportDocument = new TypedDocumentString(`
    query BankImport($id: UUID!) {
  paymentImport(id: $id) {
    id
    format
    createdAt
    warnings {
      message
    }
    statements {
      account
      iban
      currency
      from
      to
      openingCents
      closingCents
      pending
    }
    proposals {
      transactionId
      amountCents
      currency
      bookedOn
      booked
      unbookedCents
      bookedInvoices {
        invoiceId
        number
        clientName
        amountCents
        cashDiscountCents
        chargesCents
        creditCents
        openCents
      }
      match
      warnings {
        message
      }
      reason
      name
      reference
      iban
      invoices {
        invoiceId
        number
        clientName
        amountCents
        cashDiscountCents
        chargesCents
        dueCents
        setOff {
          invoiceId
          number
          amountCents
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<BankImportQuery, BankImportQueryVariables>;
export const ConfirmPaymentsDocument = new TypedDocumentString(`
    mutation ConfirmPayments($id: UUID!, $input: ConfirmPaymentsInput!) {
  confirmPayments(id: $id, input: $input) {
    payments {
      id
      amountCents
    }
    skipped {
      transactionId
      invoiceId
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<ConfirmPaymentsMutation, ConfirmPaymentsMutationVariables>;
export const PayableInvoicesDocument = new TypedDocumentString(`
    query PayableInvoices($q: String, $kind: InvoiceKind) {
  invoices(
    q: $q
    kind: $kind
    status: [sent, partially_paid, overdue]
    perPage: 20
  ) {
    invoices {
      id
      kind
      number
      openCents
      refundDueCents
      client {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PayableInvoicesQuery, PayableInvoicesQueryVariables>;
export const BillUploadAddressDocument = new TypedDocumentString(`
    query BillUploadAddress {
  billReadUrl {
    url
  }
}
    `) as unknown as TypedDocumentString<BillUploadAddressQuery, BillUploadAddressQueryVariables>;
export const CalendarDocument = new TypedDocumentString(`
    query Calendar($from: DateTime!, $to: DateTime!, $firstDay: Date!, $lastDay: Date!, $userId: UUID) {
  calendarEvents(from: $from, to: $to, userId: $userId) {
    total
    events {
      ...Appointment
    }
  }
  holidays(from: $firstDay, to: $lastDay) {
    holidays {
      date
      name
    }
  }
}
    fragment Appointment on CalendarEvent {
  id
  version
  occurrenceStart
  startTime
  endTime
  timezone
  allDay
  title
  location
  description
  busy
  recurrence
  meetUrl
  userId
  bookingId
  connectionId
}`) as unknown as TypedDocumentString<CalendarQuery, CalendarQueryVariables>;
export const CalendarMembersDocument = new TypedDocumentString(`
    query CalendarMembers($page: Int!) {
  members(page: $page, perPage: 100, sort: name) {
    total
    members {
      id
      name
      email
      timezone
    }
  }
}
    `) as unknown as TypedDocumentString<CalendarMembersQuery, CalendarMembersQueryVariables>;
export const AppointmentDetailsDocument = new TypedDocumentString(`
    query AppointmentDetails($id: UUID!) {
  calendarEvent(id: $id) {
    ...Appointment
    attendees {
      email
      name
      answer
    }
  }
}
    fragment Appointment on CalendarEvent {
  id
  version
  occurrenceStart
  startTime
  endTime
  timezone
  allDay
  title
  location
  description
  busy
  recurrence
  meetUrl
  userId
  bookingId
  connectionId
}`) as unknown as TypedDocumentString<AppointmentDetailsQuery, AppointmentDetailsQueryVariables>;
export const BookingDetailsDocument = new TypedDocumentString(`
    query BookingDetails($id: UUID!) {
  booking(id: $id) {
    id
    delivery {
      state
      at
      to
      reason
    }
    version
    title
    name
    email
    phone
    agenda
    location
    meetUrl
    start
    end
    status
    timezone
    hostIds
    answers {
      key
      label
      answer
    }
  }
}
    `) as unknown as TypedDocumentString<BookingDetailsQuery, BookingDetailsQueryVariables>;
export const CreateAppointmentDocument = new TypedDocumentString(`
    mutation CreateAppointment($input: CreateCalendarEventInput!) {
  createCalendarEvent(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateAppointmentMutation, CreateAppointmentMutationVariables>;
export const UpdateAppointmentDocument = new TypedDocumentString(`
    mutation UpdateAppointment($id: UUID!, $version: Int, $input: UpdateCalendarEventInput!) {
  updateCalendarEvent(id: $id, version: $version, input: $input) {
    id
    version
    occurrenceStart
    startTime
    endTime
  }
}
    `) as unknown as TypedDocumentString<UpdateAppointmentMutation, UpdateAppointmentMutationVariables>;
export const AppointmentsAtDocument = new TypedDocumentString(`
    query AppointmentsAt($from: DateTime!, $to: DateTime!) {
  calendarEvents(from: $from, to: $to) {
    events {
      id
      version
      occurrenceStart
      startTime
      endTime
    }
  }
}
    `) as unknown as TypedDocumentString<AppointmentsAtQuery, AppointmentsAtQueryVariables>;
export const DeleteAppointmentDocument = new TypedDocumentString(`
    mutation DeleteAppointment($id: UUID!, $occurrenceStart: DateTime) {
  deleteCalendarEvent(id: $id, occurrenceStart: $occurrenceStart)
}
    `) as unknown as TypedDocumentString<DeleteAppointmentMutation, DeleteAppointmentMutationVariables>;
export const CancelBookingOfCalendarDocument = new TypedDocumentString(`
    mutation CancelBookingOfCalendar($id: UUID!, $version: Int, $input: CancelBookingInput) {
  cancelBooking(id: $id, version: $version, input: $input) {
    id
    status
  }
}
    `) as unknown as TypedDocumentString<CancelBookingOfCalendarMutation, CancelBookingOfCalendarMutationVariables>;
export const MoveBookingOfCalendarDocument = new TypedDocumentString(`
    mutation MoveBookingOfCalendar($id: UUID!, $version: Int, $input: RescheduleBookingInput!) {
  rescheduleBooking(id: $id, version: $version, input: $input) {
    id
    start
    end
  }
}
    `) as unknown as TypedDocumentString<MoveBookingOfCalendarMutation, MoveBookingOfCalendarMutationVariables>;
export const EnterAbsenceDocument = new TypedDocumentString(`
    mutation EnterAbsence($input: CreateAbsenceInput!) {
  createAbsence(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<EnterAbsenceMutation, EnterAbsenceMutationVariables>;
export const ChangeAbsenceDocument = new TypedDocumentString(`
    mutation ChangeAbsence($id: UUID!, $version: Int, $input: UpdateAbsenceInput!) {
  updateAbsence(id: $id, version: $version, input: $input) {
    ...AwayData
  }
}
    fragment AwayData on Absence {
  id
  version
  userId
  startsOn
  endsOn
  halfDay
  half
  kind
  note
}`) as unknown as TypedDocumentString<ChangeAbsenceMutation, ChangeAbsenceMutationVariables>;
export const DeleteAbsenceDocument = new TypedDocumentString(`
    mutation DeleteAbsence($id: UUID!) {
  deleteAbsence(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteAbsenceMutation, DeleteAbsenceMutationVariables>;
export const AbsenceNowDocument = new TypedDocumentString(`
    query AbsenceNow($id: UUID!) {
  absence(id: $id) {
    ...AwayData
  }
}
    fragment AwayData on Absence {
  id
  version
  userId
  startsOn
  endsOn
  halfDay
  half
  kind
  note
}`) as unknown as TypedDocumentString<AbsenceNowQuery, AbsenceNowQueryVariables>;
export const AwayDocument = new TypedDocumentString(`
    query Away($firstDay: Date!, $lastDay: Date!, $page: Int!) {
  absences(
    from: $firstDay
    to: $lastDay
    page: $page
    perPage: 100
    sort: starts_on
  ) {
    total
    absences {
      ...AwayData
    }
  }
}
    fragment AwayData on Absence {
  id
  version
  userId
  startsOn
  endsOn
  halfDay
  half
  kind
  note
}`) as unknown as TypedDocumentString<AwayQuery, AwayQueryVariables>;
export const ResendBookingDocument = new TypedDocumentString(`
    mutation ResendBooking($id: UUID!) {
  resendBooking(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<ResendBookingMutation, ResendBookingMutationVariables>;
export const ClientDataDocument = new TypedDocumentString(`
    query ClientData($id: UUID!) {
  client(id: $id) {
    ...ClientData
    erasedAt
  }
}
    fragment ClientData on Client {
  id
  version
  name
  kind
  email
  invoiceEmail
  contactName
  phone
  street
  postalCode
  city
  country
  vatId
  buyerReference
  customerNumber
  registrationNumber
  invoiceFormat
  language
  paymentTermsDays
  notes
}`) as unknown as TypedDocumentString<ClientDataQuery, ClientDataQueryVariables>;
export const InvoicesOfClientDocument = new TypedDocumentString(`
    query InvoicesOfClient($clientId: UUID!, $page: Int!) {
  invoices(clientId: $clientId, page: $page) {
    total
    sumOpenCents
    invoices {
      ...InvoiceRow
    }
  }
}
    fragment InvoiceRow on Invoice {
  id
  delivery {
    state
  }
  kind
  number
  status
  issueDate
  dueDate
  totalCents
  openCents
  client {
    id
    name
  }
}`) as unknown as TypedDocumentString<InvoicesOfClientQuery, InvoicesOfClientQueryVariables>;
export const RefundsOfClientDocument = new TypedDocumentString(`
    query RefundsOfClient($id: UUID!, $page: Int!) {
  clientRefunds(id: $id, page: $page) {
    total
    refunds {
      id
      amountCents
      paidAt
      method
      reference
    }
  }
}
    `) as unknown as TypedDocumentString<RefundsOfClientQuery, RefundsOfClientQueryVariables>;
export const RefundClientDocument = new TypedDocumentString(`
    mutation RefundClient($id: UUID!, $input: ClientRefundInput!) {
  refundClient(id: $id, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<RefundClientMutation, RefundClientMutationVariables>;
export const QuotesOfClientDocument = new TypedDocumentString(`
    query QuotesOfClient($clientId: UUID!, $page: Int!) {
  quotes(clientId: $clientId, page: $page) {
    total
    quotes {
      ...QuoteRow
    }
  }
}
    fragment QuoteRow on Quote {
  id
  delivery {
    state
  }
  number
  status
  issueDate
  validUntil
  totalCents
  client {
    id
    name
  }
}`) as unknown as TypedDocumentString<QuotesOfClientQuery, QuotesOfClientQueryVariables>;
export const ContractsOfClientDocument = new TypedDocumentString(`
    query ContractsOfClient($clientId: UUID!, $page: Int!) {
  contracts(clientId: $clientId, page: $page) {
    total
    contracts {
      ...ContractRow
    }
  }
}
    fragment ContractRow on ContractSummary {
  id
  delivery {
    state
  }
  number
  title
  status
  startsOn
  endsOn
  terminatesOn
  client {
    id
    name
  }
}`) as unknown as TypedDocumentString<ContractsOfClientQuery, ContractsOfClientQueryVariables>;
export const ProjectsOfClientDocument = new TypedDocumentString(`
    query ProjectsOfClient($clientId: UUID!, $page: Int!) {
  projects(clientId: $clientId, page: $page) {
    total
    projects {
      id
      name
      status
      trackedSeconds
    }
  }
}
    `) as unknown as TypedDocumentString<ProjectsOfClientQuery, ProjectsOfClientQueryVariables>;
export const CreateClientDocument = new TypedDocumentString(`
    mutation CreateClient($input: CreateClientInput!) {
  createClient(input: $input) {
    ...ClientData
  }
}
    fragment ClientData on Client {
  id
  version
  name
  kind
  email
  invoiceEmail
  contactName
  phone
  street
  postalCode
  city
  country
  vatId
  buyerReference
  customerNumber
  registrationNumber
  invoiceFormat
  language
  paymentTermsDays
  notes
}`) as unknown as TypedDocumentString<CreateClientMutation, CreateClientMutationVariables>;
export const UpdateClientDocument = new TypedDocumentString(`
    mutation UpdateClient($id: UUID!, $input: UpdateClientInput!, $version: Int) {
  updateClient(id: $id, input: $input, version: $version) {
    ...ClientData
  }
}
    fragment ClientData on Client {
  id
  version
  name
  kind
  email
  invoiceEmail
  contactName
  phone
  street
  postalCode
  city
  country
  vatId
  buyerReference
  customerNumber
  registrationNumber
  invoiceFormat
  language
  paymentTermsDays
  notes
}`) as unknown as TypedDocumentString<UpdateClientMutation, UpdateClientMutationVariables>;
export const DeleteClientDocument = new TypedDocumentString(`
    mutation DeleteClient($id: UUID!) {
  deleteClient(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteClientMutation, DeleteClientMutationVariables>;
export const ClientsDocument = new TypedDocumentString(`
    query Clients($page: Int!, $q: String) {
  clients(page: $page, q: $q, sort: name) {
    total
    clients {
      id
      name
      customerNumber
      city
      email
    }
  }
}
    `) as unknown as TypedDocumentString<ClientsQuery, ClientsQueryVariables>;
export const ClientImportPreviewDocument = new TypedDocumentString(`
    query ClientImportPreview($input: ImportClientsInput!) {
  clientImportPreview(input: $input) {
    known {
      index
      clientId
    }
  }
}
    `) as unknown as TypedDocumentString<ClientImportPreviewQuery, ClientImportPreviewQueryVariables>;
export const ImportClientsDocument = new TypedDocumentString(`
    mutation ImportClients($input: ImportClientsInput!) {
  importClients(input: $input) {
    clients {
      id
    }
    known {
      index
      clientId
    }
  }
}
    `) as unknown as TypedDocumentString<ImportClientsMutation, ImportClientsMutationVariables>;
export const RecurringOfClientDocument = new TypedDocumentString(`
    query RecurringOfClient($clientId: UUID!, $page: Int!) {
  recurringInvoices(clientId: $clientId, page: $page) {
    total
    recurringInvoices {
      ...RecurringRow
    }
  }
}
    fragment RecurringRow on RecurringInvoice {
  id
  startsOn
  every
  interval
  endsOn
  paused
  nextOn
  mode
  client {
    id
    name
  }
  lineItems {
    description
    netCents
  }
}`) as unknown as TypedDocumentString<RecurringOfClientQuery, RecurringOfClientQueryVariables>;
export const BookingsOfClientDocument = new TypedDocumentString(`
    query BookingsOfClient($clientId: UUID!, $page: Int!) {
  bookings(clientId: $clientId, page: $page, sort: start_desc) {
    total
    bookings {
      id
      title
      name
      start
      end
      status
    }
  }
}
    `) as unknown as TypedDocumentString<BookingsOfClientQuery, BookingsOfClientQueryVariables>;
export const AppointmentsOfClientDocument = new TypedDocumentString(`
    query AppointmentsOfClient($clientId: UUID!, $now: DateTime!, $yearAgo: DateTime!, $inAYear: DateTime!) {
  coming: calendarEvents(
    clientId: $clientId
    from: $now
    to: $inAYear
    page: 1
    perPage: 10
  ) {
    events {
      ...AppointmentOfClient
    }
  }
  past: calendarEvents(
    clientId: $clientId
    from: $yearAgo
    to: $now
    page: 1
    perPage: 10
    sort: start_time_desc
  ) {
    events {
      ...AppointmentOfClient
    }
  }
}
    fragment AppointmentOfClient on CalendarEvent {
  id
  occurrenceStart
  startTime
  endTime
  timezone
  allDay
  title
  location
  bookingId
}`) as unknown as TypedDocumentString<AppointmentsOfClientQuery, AppointmentsOfClientQueryVariables>;
export const TimeOfClientDocument = new TypedDocumentString(`
    query TimeOfClient($clientId: UUID!, $from: Date!, $to: Date!) {
  timeReport(clientId: $clientId, groupBy: client, from: $from, to: $to) {
    totals {
      seconds
      billableSeconds
      invoicedSeconds
    }
  }
}
    `) as unknown as TypedDocumentString<TimeOfClientQuery, TimeOfClientQueryVariables>;
export const ContractsDocument = new TypedDocumentString(`
    query Contracts($page: Int!, $q: String, $status: [ContractStatus!], $delivery: [DeliveryState!]) {
  contracts(page: $page, q: $q, status: $status, delivery: $delivery) {
    total
    contracts {
      ...ContractRow
    }
  }
}
    fragment ContractRow on ContractSummary {
  id
  delivery {
    state
  }
  number
  title
  status
  startsOn
  endsOn
  terminatesOn
  client {
    id
    name
  }
}`) as unknown as TypedDocumentString<ContractsQuery, ContractsQueryVariables>;
export const ContractDataDocument = new TypedDocumentString(`
    query ContractData($id: UUID!) {
  contract(id: $id) {
    ...ContractData
  }
}
    fragment ContractData on Contract {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  number
  status
  title
  content
  startsOn
  endsOn
  noticePeriodDays
  earliestEndOn
  noticedOn
  terminatesOn
  sentAt
  signedAt
  signerName
  rejectedAt
  rejectionReason
  cancelledAt
  pdfUrl
  previewUrl
  missing
  client {
    id
    name
    email
  }
  quote {
    id
    number
  }
  signingLink {
    sentTo
    sentAt
    openedAt
    expiresAt
    endedAt
  }
}`) as unknown as TypedDocumentString<ContractDataQuery, ContractDataQueryVariables>;
export const ContractClientDocument = new TypedDocumentString(`
    query ContractClient($id: UUID!) {
  client(id: $id) {
    ...Billable
  }
}
    fragment Billable on Client {
  id
  name
  paymentTermsDays
}`) as unknown as TypedDocumentString<ContractClientQuery, ContractClientQueryVariables>;
export const CreateContractDocument = new TypedDocumentString(`
    mutation CreateContract($input: CreateContractInput!) {
  createContract(input: $input) {
    ...ContractData
  }
}
    fragment ContractData on Contract {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  number
  status
  title
  content
  startsOn
  endsOn
  noticePeriodDays
  earliestEndOn
  noticedOn
  terminatesOn
  sentAt
  signedAt
  signerName
  rejectedAt
  rejectionReason
  cancelledAt
  pdfUrl
  previewUrl
  missing
  client {
    id
    name
    email
  }
  quote {
    id
    number
  }
  signingLink {
    sentTo
    sentAt
    openedAt
    expiresAt
    endedAt
  }
}`) as unknown as TypedDocumentString<CreateContractMutation, CreateContractMutationVariables>;
export const UpdateContractDocument = new TypedDocumentString(`
    mutation UpdateContract($id: UUID!, $input: UpdateContractInput!, $version: Int) {
  updateContract(id: $id, input: $input, version: $version) {
    ...ContractData
  }
}
    fragment ContractData on Contract {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  number
  status
  title
  content
  startsOn
  endsOn
  noticePeriodDays
  earliestEndOn
  noticedOn
  terminatesOn
  sentAt
  signedAt
  signerName
  rejectedAt
  rejectionReason
  cancelledAt
  pdfUrl
  previewUrl
  missing
  client {
    id
    name
    email
  }
  quote {
    id
    number
  }
  signingLink {
    sentTo
    sentAt
    openedAt
    expiresAt
    endedAt
  }
}`) as unknown as TypedDocumentString<UpdateContractMutation, UpdateContractMutationVariables>;
export const DeleteContractDocument = new TypedDocumentString(`
    mutation DeleteContract($id: UUID!, $version: Int) {
  deleteContract(id: $id, version: $version)
}
    `) as unknown as TypedDocumentString<DeleteContractMutation, DeleteContractMutationVariables>;
export const SendContractDocument = new TypedDocumentString(`
    mutation SendContract($id: UUID!, $version: Int, $input: SendContractInput) {
  sendContract(id: $id, version: $version, input: $input) {
    ...ContractData
  }
}
    fragment ContractData on Contract {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  number
  status
  title
  content
  startsOn
  endsOn
  noticePeriodDays
  earliestEndOn
  noticedOn
  terminatesOn
  sentAt
  signedAt
  signerName
  rejectedAt
  rejectionReason
  cancelledAt
  pdfUrl
  previewUrl
  missing
  client {
    id
    name
    email
  }
  quote {
    id
    number
  }
  signingLink {
    sentTo
    sentAt
    openedAt
    expiresAt
    endedAt
  }
}`) as unknown as TypedDocumentString<SendContractMutation, SendContractMutationVariables>;
export const ResendContractDocument = new TypedDocumentString(`
    mutation ResendContract($id: UUID!, $input: SendContractInput) {
  resendContract(id: $id, input: $input) {
    ...ContractData
  }
}
    fragment ContractData on Contract {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  number
  status
  title
  content
  startsOn
  endsOn
  noticePeriodDays
  earliestEndOn
  noticedOn
  terminatesOn
  sentAt
  signedAt
  signerName
  rejectedAt
  rejectionReason
  cancelledAt
  pdfUrl
  previewUrl
  missing
  client {
    id
    name
    email
  }
  quote {
    id
    number
  }
  signingLink {
    sentTo
    sentAt
    openedAt
    expiresAt
    endedAt
  }
}`) as unknown as TypedDocumentString<ResendContractMutation, ResendContractMutationVariables>;
export const RevokeContractLinkDocument = new TypedDocumentString(`
    mutation RevokeContractLink($id: UUID!) {
  revokeContractLink(id: $id) {
    ...ContractData
  }
}
    fragment ContractData on Contract {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  number
  status
  title
  content
  startsOn
  endsOn
  noticePeriodDays
  earliestEndOn
  noticedOn
  terminatesOn
  sentAt
  signedAt
  signerName
  rejectedAt
  rejectionReason
  cancelledAt
  pdfUrl
  previewUrl
  missing
  client {
    id
    name
    email
  }
  quote {
    id
    number
  }
  signingLink {
    sentTo
    sentAt
    openedAt
    expiresAt
    endedAt
  }
}`) as unknown as TypedDocumentString<RevokeContractLinkMutation, RevokeContractLinkMutationVariables>;
export const WithdrawContractDocument = new TypedDocumentString(`
    mutation WithdrawContract($id: UUID!) {
  withdrawContract(id: $id) {
    ...ContractData
  }
}
    fragment ContractData on Contract {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  number
  status
  title
  content
  startsOn
  endsOn
  noticePeriodDays
  earliestEndOn
  noticedOn
  terminatesOn
  sentAt
  signedAt
  signerName
  rejectedAt
  rejectionReason
  cancelledAt
  pdfUrl
  previewUrl
  missing
  client {
    id
    name
    email
  }
  quote {
    id
    number
  }
  signingLink {
    sentTo
    sentAt
    openedAt
    expiresAt
    endedAt
  }
}`) as unknown as TypedDocumentString<WithdrawContractMutation, WithdrawContractMutationVariables>;
export const CancelContractDocument = new TypedDocumentString(`
    mutation CancelContract($id: UUID!, $input: CancelContractInput) {
  cancelContract(id: $id, input: $input) {
    ...ContractData
  }
}
    fragment ContractData on Contract {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  number
  status
  title
  content
  startsOn
  endsOn
  noticePeriodDays
  earliestEndOn
  noticedOn
  terminatesOn
  sentAt
  signedAt
  signerName
  rejectedAt
  rejectionReason
  cancelledAt
  pdfUrl
  previewUrl
  missing
  client {
    id
    name
    email
  }
  quote {
    id
    number
  }
  signingLink {
    sentTo
    sentAt
    openedAt
    expiresAt
    endedAt
  }
}`) as unknown as TypedDocumentString<CancelContractMutation, CancelContractMutationVariables>;
export const ContractPictureDocument = new TypedDocumentString(`
    query ContractPicture($input: CreateContractInput!, $draftId: UUID) {
  contractPicture(input: $input, draftId: $draftId) {
    picture
  }
}
    `) as unknown as TypedDocumentString<ContractPictureQuery, ContractPictureQueryVariables>;
export const FirstDayDocument = new TypedDocumentString(`
    query FirstDay {
  clients(perPage: 1) {
    total
  }
}
    `) as unknown as TypedDocumentString<FirstDayQuery, FirstDayQueryVariables>;
export const RevenueByMonthDocument = new TypedDocumentString(`
    query RevenueByMonth($from: Date!) {
  revenueReport(from: $from, groupBy: month) {
    rows {
      name
      netCents
    }
  }
}
    `) as unknown as TypedDocumentString<RevenueByMonthQuery, RevenueByMonthQueryVariables>;
export const ReceivablesByAgeDocument = new TypedDocumentString(`
    query ReceivablesByAge {
  receivablesReport {
    totals {
      openCents
      openCount
      overdueCount
      ages {
        fromDays
        toDays
        openCents
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ReceivablesByAgeQuery, ReceivablesByAgeQueryVariables>;
export const TimeWorkedDocument = new TypedDocumentString(`
    query TimeWorked($week: Date!, $month: Date!) {
  week: timeReport(from: $week, groupBy: month) {
    totals {
      ...Worked
    }
  }
  month: timeReport(from: $month, groupBy: month) {
    totals {
      ...Worked
    }
  }
}
    fragment Worked on WorkedTime {
  seconds
  billableSeconds
  invoicedSeconds
}`) as unknown as TypedDocumentString<TimeWorkedQuery, TimeWorkedQueryVariables>;
export const RunningTimersDocument = new TypedDocumentString(`
    query RunningTimers {
  timeEntries(status: running, perPage: 20) {
    timeEntries {
      id
      startedAt
      userName
      description
      project {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RunningTimersQuery, RunningTimersQueryVariables>;
export const EventsOfDayDocument = new TypedDocumentString(`
    query EventsOfDay($from: DateTime!, $to: DateTime!) {
  calendarEvents(from: $from, to: $to, page: 1, perPage: 20) {
    events {
      id
      occurrenceStart
      title
      startTime
      endTime
      allDay
      location
    }
  }
}
    `) as unknown as TypedDocumentString<EventsOfDayQuery, EventsOfDayQueryVariables>;
export const DueInvoicesDocument = new TypedDocumentString(`
    query DueInvoices {
  overdue: invoices(overdue: true, perPage: 3, sort: due_date) {
    total
    invoices {
      ...InvoiceRow
    }
  }
  drafts: invoices(status: [draft], perPage: 3) {
    total
    invoices {
      ...InvoiceRow
    }
  }
}
    fragment InvoiceRow on Invoice {
  id
  delivery {
    state
  }
  kind
  number
  status
  issueDate
  dueDate
  totalCents
  openCents
  client {
    id
    name
  }
}`) as unknown as TypedDocumentString<DueInvoicesQuery, DueInvoicesQueryVariables>;
export const DueQuotesDocument = new TypedDocumentString(`
    query DueQuotes {
  signed: quotes(status: [signed], perPage: 3) {
    total
    quotes {
      ...QuoteRow
    }
  }
  sent: quotes(status: [sent], perPage: 3) {
    total
    quotes {
      ...QuoteRow
    }
  }
}
    fragment QuoteRow on Quote {
  id
  delivery {
    state
  }
  number
  status
  issueDate
  validUntil
  totalCents
  client {
    id
    name
  }
}`) as unknown as TypedDocumentString<DueQuotesQuery, DueQuotesQueryVariables>;
export const ErasurePlanOfClientDocument = new TypedDocumentString(`
    query ErasurePlanOfClient($id: UUID!) {
  clientErasurePlan(id: $id) {
    ...Plan
  }
}
    fragment Plan on ErasurePlan {
  plan
  blocked
  exportUrl
  entries {
    kind
    title
    outcome
    count
    keptUntil
    law
  }
}`) as unknown as TypedDocumentString<ErasurePlanOfClientQuery, ErasurePlanOfClientQueryVariables>;
export const ErasurePlanOfGuestDocument = new TypedDocumentString(`
    query ErasurePlanOfGuest($id: UUID!) {
  guestErasurePlan(id: $id) {
    ...Plan
  }
}
    fragment Plan on ErasurePlan {
  plan
  blocked
  exportUrl
  entries {
    kind
    title
    outcome
    count
    keptUntil
    law
  }
}`) as unknown as TypedDocumentString<ErasurePlanOfGuestQuery, ErasurePlanOfGuestQueryVariables>;
export const ErasurePlanOfMemberDocument = new TypedDocumentString(`
    query ErasurePlanOfMember($id: UUID!) {
  memberErasurePlan(id: $id) {
    ...Plan
  }
}
    fragment Plan on ErasurePlan {
  plan
  blocked
  exportUrl
  entries {
    kind
    title
    outcome
    count
    keptUntil
    law
  }
}`) as unknown as TypedDocumentString<ErasurePlanOfMemberQuery, ErasurePlanOfMemberQueryVariables>;
export const EraseClientDocument = new TypedDocumentString(`
    mutation EraseClient($id: UUID!, $plan: UUID!) {
  eraseClient(id: $id, input: {plan: $plan}) {
    entries {
      kind
    }
  }
}
    `) as unknown as TypedDocumentString<EraseClientMutation, EraseClientMutationVariables>;
export const EraseGuestDocument = new TypedDocumentString(`
    mutation EraseGuest($id: UUID!, $plan: UUID!) {
  eraseGuest(id: $id, input: {plan: $plan}) {
    entries {
      kind
    }
  }
}
    `) as unknown as TypedDocumentString<EraseGuestMutation, EraseGuestMutationVariables>;
export const EraseMemberDocument = new TypedDocumentString(`
    mutation EraseMember($id: UUID!, $plan: UUID!) {
  eraseMember(id: $id, input: {plan: $plan}) {
    entries {
      kind
    }
  }
}
    `) as unknown as TypedDocumentString<EraseMemberMutation, EraseMemberMutationVariables>;
export const FilesDocument = new TypedDocumentString(`
    query Files($folderId: UUID, $page: Int!, $q: String) {
  files(folderId: $folderId, page: $page, q: $q) {
    total
    files {
      id
      name
      contentType
      sizeBytes
      createdAt
      folderId
      preview
    }
  }
}
    `) as unknown as TypedDocumentString<FilesQuery, FilesQueryVariables>;
export const FilePageDocument = new TypedDocumentString(`
    query FilePage($id: UUID!) {
  file(id: $id) {
    id
    version
    name
    contentType
    sizeBytes
    createdAt
    folderId
    preview
    sha256
    uploadedBy
  }
}
    `) as unknown as TypedDocumentString<FilePageQuery, FilePageQueryVariables>;
export const FilePictureDocument = new TypedDocumentString(`
    query FilePicture($id: UUID!) {
  filePreview(id: $id) {
    url
  }
}
    `) as unknown as TypedDocumentString<FilePictureQuery, FilePictureQueryVariables>;
export const FileUploaderDocument = new TypedDocumentString(`
    query FileUploader($id: UUID!) {
  member(id: $id) {
    id
    name
  }
}
    `) as unknown as TypedDocumentString<FileUploaderQuery, FileUploaderQueryVariables>;
export const FoldersDocument = new TypedDocumentString(`
    query Folders($page: Int!) {
  folders(page: $page, perPage: 100) {
    total
    folders {
      id
      name
      parentId
    }
  }
}
    `) as unknown as TypedDocumentString<FoldersQuery, FoldersQueryVariables>;
export const CreateFolderDocument = new TypedDocumentString(`
    mutation CreateFolder($input: CreateFolderInput!) {
  createFolder(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateFolderMutation, CreateFolderMutationVariables>;
export const FolderNowDocument = new TypedDocumentString(`
    query FolderNow($id: UUID!) {
  folder(id: $id) {
    id
    version
    name
    parentId
  }
}
    `) as unknown as TypedDocumentString<FolderNowQuery, FolderNowQueryVariables>;
export const UpdateFolderDocument = new TypedDocumentString(`
    mutation UpdateFolder($id: UUID!, $version: Int, $input: UpdateFolderInput!) {
  updateFolder(id: $id, version: $version, input: $input) {
    id
    version
    name
    parentId
  }
}
    `) as unknown as TypedDocumentString<UpdateFolderMutation, UpdateFolderMutationVariables>;
export const DeleteFolderDocument = new TypedDocumentString(`
    mutation DeleteFolder($id: UUID!) {
  deleteFolder(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteFolderMutation, DeleteFolderMutationVariables>;
export const UpdateFileDocument = new TypedDocumentString(`
    mutation UpdateFile($id: UUID!, $version: Int, $input: UpdateFileInput!) {
  updateFile(id: $id, version: $version, input: $input) {
    id
    version
    name
    folderId
  }
}
    `) as unknown as TypedDocumentString<UpdateFileMutation, UpdateFileMutationVariables>;
export const DeleteFileDocument = new TypedDocumentString(`
    mutation DeleteFile($id: UUID!) {
  deleteFile(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteFileMutation, DeleteFileMutationVariables>;
export const SharesOfDocument = new TypedDocumentString(`
    query SharesOf($fileId: UUID, $folderId: UUID, $page: Int!) {
  shareLinks(
    fileId: $fileId
    folderId: $folderId
    revoked: false
    page: $page
    perPage: 100
  ) {
    total
    shareLinks {
      id
      createdAt
      expiresAt
      passwordProtected
      downloadCount
    }
  }
}
    `) as unknown as TypedDocumentString<SharesOfQuery, SharesOfQueryVariables>;
export const ShareFileDocument = new TypedDocumentString(`
    mutation ShareFile($fileId: UUID!, $input: CreateShareInput) {
  shareFile(fileId: $fileId, input: $input) {
    id
    url
  }
}
    `) as unknown as TypedDocumentString<ShareFileMutation, ShareFileMutationVariables>;
export const ShareFolderDocument = new TypedDocumentString(`
    mutation ShareFolder($folderId: UUID!, $input: CreateShareInput) {
  shareFolder(folderId: $folderId, input: $input) {
    id
    url
  }
}
    `) as unknown as TypedDocumentString<ShareFolderMutation, ShareFolderMutationVariables>;
export const RevokeShareLinkDocument = new TypedDocumentString(`
    mutation RevokeShareLink($id: UUID!) {
  revokeShareLink(id: $id)
}
    `) as unknown as TypedDocumentString<RevokeShareLinkMutation, RevokeShareLinkMutationVariables>;
export const LatestEventDocument = new TypedDocumentString(`
    query LatestEvent {
  events(perPage: 1, sort: created_at_desc) {
    events {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<LatestEventQuery, LatestEventQueryVariables>;
export const EventsDocument = new TypedDocumentString(`
    subscription Events($after: UUID) {
  events(after: $after) {
    id
    event
  }
}
    `) as unknown as TypedDocumentString<EventsSubscription, EventsSubscriptionVariables>;
export const RemindInvoiceDocument = new TypedDocumentString(`
    mutation RemindInvoice($id: UUID!, $version: Int, $input: RemindInvoiceInput) {
  remindInvoice(id: $id, version: $version, input: $input) {
    id
    level
  }
}
    `) as unknown as TypedDocumentString<RemindInvoiceMutation, RemindInvoiceMutationVariables>;
export const NextReminderDocument = new TypedDocumentString(`
    query NextReminder($id: UUID!) {
  reminderPreview(id: $id) {
    version
    isUndelivered
    missingBaseRateFrom
    level
    defaultSince
    openCents
    feeCents
    flatFeeCents
    interestCents
    chargesCents
    totalCents
  }
}
    `) as unknown as TypedDocumentString<NextReminderQuery, NextReminderQueryVariables>;
export const ReversePaymentDocument = new TypedDocumentString(`
    mutation ReversePayment($id: UUID!, $reason: String, $returnedAt: Date) {
  reversePayment(id: $id, reason: $reason, returnedAt: $returnedAt)
}
    `) as unknown as TypedDocumentString<ReversePaymentMutation, ReversePaymentMutationVariables>;
export const InvoiceDataDocument = new TypedDocumentString(`
    query InvoiceData($id: UUID!) {
  invoice(id: $id) {
    ...InvoiceData
  }
}
    fragment LineData on LineItem {
  description
  quantity
  unit
  unitPriceCents
  discountPercent
  taxRate
  supply
  taxCategory
  taxExemptionReason
  netCents
  requestedCategory
  requestedReason
}
fragment InvoiceData on Invoice {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  kind
  number
  status
  issueDate
  dueDate
  serviceFrom
  serviceTo
  introduction
  closing
  cashDiscountPercent
  cashDiscountDays
  subtotalCents
  taxCents
  totalCents
  paidCents
  cashDiscountCents
  cashDiscountLeftCents
  creditedCents
  openCents
  refundDueCents
  claimedChargesCents
  sentAt
  pdfUrl
  previewUrl
  xmlUrl
  client {
    id
    name
    email
    invoiceEmail
  }
  creditedInvoice {
    id
    number
  }
  creditNotes {
    id
    number
    totalCents
  }
  lineItems {
    ...LineData
  }
  taxBreakdown {
    taxRate
    taxCategory
    taxCents
  }
  warnings {
    field
    message
  }
  payments {
    id
    amountCents
    cashDiscountCents
    chargesCents
    creditCents
    paidAt
    method
    reference
    reversedAt
  }
  reminders {
    id
    delivery {
      state
      to
    }
    level
    sentAt
    dueDate
    defaultSince
    chargesCents
    totalCents
    pdfUrl
  }
}`) as unknown as TypedDocumentString<InvoiceDataQuery, InvoiceDataQueryVariables>;
export const InvoiceChoicesDocument = new TypedDocumentString(`
    query InvoiceChoices($clientId: UUID!, $isNamed: Boolean!) {
  clients(perPage: 2, sort: name, archived: false) @skip(if: $isNamed) {
    total
    clients {
      ...Billable
    }
  }
  client(id: $clientId) @include(if: $isNamed) {
    ...Billable
  }
  organization {
    id
    defaultPaymentTermsDays
    smallBusiness
  }
}
    fragment Billable on Client {
  id
  name
  paymentTermsDays
}`) as unknown as TypedDocumentString<InvoiceChoicesQuery, InvoiceChoicesQueryVariables>;
export const BillableClientsDocument = new TypedDocumentString(`
    query BillableClients($q: String) {
  clients(q: $q, perPage: 20, sort: name, archived: false) {
    total
    clients {
      ...Billable
    }
  }
}
    fragment Billable on Client {
  id
  name
  paymentTermsDays
}`) as unknown as TypedDocumentString<BillableClientsQuery, BillableClientsQueryVariables>;
export const ResendInvoiceDocument = new TypedDocumentString(`
    mutation ResendInvoice($id: UUID!, $input: SendInvoiceInput) {
  resendInvoice(id: $id, input: $input) {
    ...InvoiceData
  }
}
    fragment LineData on LineItem {
  description
  quantity
  unit
  unitPriceCents
  discountPercent
  taxRate
  supply
  taxCategory
  taxExemptionReason
  netCents
  requestedCategory
  requestedReason
}
fragment InvoiceData on Invoice {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  kind
  number
  status
  issueDate
  dueDate
  serviceFrom
  serviceTo
  introduction
  closing
  cashDiscountPercent
  cashDiscountDays
  subtotalCents
  taxCents
  totalCents
  paidCents
  cashDiscountCents
  cashDiscountLeftCents
  creditedCents
  openCents
  refundDueCents
  claimedChargesCents
  sentAt
  pdfUrl
  previewUrl
  xmlUrl
  client {
    id
    name
    email
    invoiceEmail
  }
  creditedInvoice {
    id
    number
  }
  creditNotes {
    id
    number
    totalCents
  }
  lineItems {
    ...LineData
  }
  taxBreakdown {
    taxRate
    taxCategory
    taxCents
  }
  warnings {
    field
    message
  }
  payments {
    id
    amountCents
    cashDiscountCents
    chargesCents
    creditCents
    paidAt
    method
    reference
    reversedAt
  }
  reminders {
    id
    delivery {
      state
      to
    }
    level
    sentAt
    dueDate
    defaultSince
    chargesCents
    totalCents
    pdfUrl
  }
}`) as unknown as TypedDocumentString<ResendInvoiceMutation, ResendInvoiceMutationVariables>;
export const InvoicePreviewDocument = new TypedDocumentString(`
    query InvoicePreview($input: InvoicePreviewInput!) {
  invoicePreview(input: $input) {
    lineItems {
      netCents
      taxExemptionReason
    }
    subtotalCents
    totalCents
    taxBreakdown {
      taxRate
      taxCategory
      taxCents
    }
    warnings {
      field
      message
    }
  }
}
    `) as unknown as TypedDocumentString<InvoicePreviewQuery, InvoicePreviewQueryVariables>;
export const SendingDocument = new TypedDocumentString(`
    query Sending($clientId: UUID!, $input: InvoicePreviewInput!) {
  invoicePreview(input: $input) {
    missing
  }
  client(id: $clientId) {
    ...ClientData
  }
  organization {
    ...Sender
  }
}
    fragment ClientData on Client {
  id
  version
  name
  kind
  email
  invoiceEmail
  contactName
  phone
  street
  postalCode
  city
  country
  vatId
  buyerReference
  customerNumber
  registrationNumber
  invoiceFormat
  language
  paymentTermsDays
  notes
}
fragment Sender on Organization {
  id
  legalName
  street
  postalCode
  city
  country
  taxNumber
  vatId
  iban
  contactName
  phone
  email
}`) as unknown as TypedDocumentString<SendingQuery, SendingQueryVariables>;
export const CreateInvoiceDocument = new TypedDocumentString(`
    mutation CreateInvoice($input: CreateInvoiceInput!) {
  createInvoice(input: $input) {
    ...InvoiceData
  }
}
    fragment LineData on LineItem {
  description
  quantity
  unit
  unitPriceCents
  discountPercent
  taxRate
  supply
  taxCategory
  taxExemptionReason
  netCents
  requestedCategory
  requestedReason
}
fragment InvoiceData on Invoice {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  kind
  number
  status
  issueDate
  dueDate
  serviceFrom
  serviceTo
  introduction
  closing
  cashDiscountPercent
  cashDiscountDays
  subtotalCents
  taxCents
  totalCents
  paidCents
  cashDiscountCents
  cashDiscountLeftCents
  creditedCents
  openCents
  refundDueCents
  claimedChargesCents
  sentAt
  pdfUrl
  previewUrl
  xmlUrl
  client {
    id
    name
    email
    invoiceEmail
  }
  creditedInvoice {
    id
    number
  }
  creditNotes {
    id
    number
    totalCents
  }
  lineItems {
    ...LineData
  }
  taxBreakdown {
    taxRate
    taxCategory
    taxCents
  }
  warnings {
    field
    message
  }
  payments {
    id
    amountCents
    cashDiscountCents
    chargesCents
    creditCents
    paidAt
    method
    reference
    reversedAt
  }
  reminders {
    id
    delivery {
      state
      to
    }
    level
    sentAt
    dueDate
    defaultSince
    chargesCents
    totalCents
    pdfUrl
  }
}`) as unknown as TypedDocumentString<CreateInvoiceMutation, CreateInvoiceMutationVariables>;
export const UpdateInvoiceDocument = new TypedDocumentString(`
    mutation UpdateInvoice($id: UUID!, $input: UpdateInvoiceInput!, $version: Int) {
  updateInvoice(id: $id, input: $input, version: $version) {
    ...InvoiceData
  }
}
    fragment LineData on LineItem {
  description
  quantity
  unit
  unitPriceCents
  discountPercent
  taxRate
  supply
  taxCategory
  taxExemptionReason
  netCents
  requestedCategory
  requestedReason
}
fragment InvoiceData on Invoice {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  kind
  number
  status
  issueDate
  dueDate
  serviceFrom
  serviceTo
  introduction
  closing
  cashDiscountPercent
  cashDiscountDays
  subtotalCents
  taxCents
  totalCents
  paidCents
  cashDiscountCents
  cashDiscountLeftCents
  creditedCents
  openCents
  refundDueCents
  claimedChargesCents
  sentAt
  pdfUrl
  previewUrl
  xmlUrl
  client {
    id
    name
    email
    invoiceEmail
  }
  creditedInvoice {
    id
    number
  }
  creditNotes {
    id
    number
    totalCents
  }
  lineItems {
    ...LineData
  }
  taxBreakdown {
    taxRate
    taxCategory
    taxCents
  }
  warnings {
    field
    message
  }
  payments {
    id
    amountCents
    cashDiscountCents
    chargesCents
    creditCents
    paidAt
    method
    reference
    reversedAt
  }
  reminders {
    id
    delivery {
      state
      to
    }
    level
    sentAt
    dueDate
    defaultSince
    chargesCents
    totalCents
    pdfUrl
  }
}`) as unknown as TypedDocumentString<UpdateInvoiceMutation, UpdateInvoiceMutationVariables>;
export const DeleteInvoiceDocument = new TypedDocumentString(`
    mutation DeleteInvoice($id: UUID!, $version: Int) {
  deleteInvoice(id: $id, version: $version)
}
    `) as unknown as TypedDocumentString<DeleteInvoiceMutation, DeleteInvoiceMutationVariables>;
export const CompleteSenderDocument = new TypedDocumentString(`
    mutation CompleteSender($input: UpdateOrganizationInput!) {
  updateOrganization(input: $input) {
    ...Sender
  }
}
    fragment Sender on Organization {
  id
  legalName
  street
  postalCode
  city
  country
  taxNumber
  vatId
  iban
  contactName
  phone
  email
}`) as unknown as TypedDocumentString<CompleteSenderMutation, CompleteSenderMutationVariables>;
export const SendInvoiceDocument = new TypedDocumentString(`
    mutation SendInvoice($id: UUID!, $version: Int, $input: SendInvoiceInput) {
  sendInvoice(id: $id, version: $version, input: $input) {
    ...InvoiceData
  }
}
    fragment LineData on LineItem {
  description
  quantity
  unit
  unitPriceCents
  discountPercent
  taxRate
  supply
  taxCategory
  taxExemptionReason
  netCents
  requestedCategory
  requestedReason
}
fragment InvoiceData on Invoice {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  kind
  number
  status
  issueDate
  dueDate
  serviceFrom
  serviceTo
  introduction
  closing
  cashDiscountPercent
  cashDiscountDays
  subtotalCents
  taxCents
  totalCents
  paidCents
  cashDiscountCents
  cashDiscountLeftCents
  creditedCents
  openCents
  refundDueCents
  claimedChargesCents
  sentAt
  pdfUrl
  previewUrl
  xmlUrl
  client {
    id
    name
    email
    invoiceEmail
  }
  creditedInvoice {
    id
    number
  }
  creditNotes {
    id
    number
    totalCents
  }
  lineItems {
    ...LineData
  }
  taxBreakdown {
    taxRate
    taxCategory
    taxCents
  }
  warnings {
    field
    message
  }
  payments {
    id
    amountCents
    cashDiscountCents
    chargesCents
    creditCents
    paidAt
    method
    reference
    reversedAt
  }
  reminders {
    id
    delivery {
      state
      to
    }
    level
    sentAt
    dueDate
    defaultSince
    chargesCents
    totalCents
    pdfUrl
  }
}`) as unknown as TypedDocumentString<SendInvoiceMutation, SendInvoiceMutationVariables>;
export const DuplicateInvoiceDocument = new TypedDocumentString(`
    mutation DuplicateInvoice($id: UUID!) {
  duplicateInvoice(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<DuplicateInvoiceMutation, DuplicateInvoiceMutationVariables>;
export const CreditInvoiceDocument = new TypedDocumentString(`
    mutation CreditInvoice($id: UUID!, $version: Int, $input: CreditNoteInput) {
  creditInvoice(id: $id, version: $version, input: $input) {
    id
    number
    creditedInvoice {
      ...InvoiceData
    }
  }
}
    fragment LineData on LineItem {
  description
  quantity
  unit
  unitPriceCents
  discountPercent
  taxRate
  supply
  taxCategory
  taxExemptionReason
  netCents
  requestedCategory
  requestedReason
}
fragment InvoiceData on Invoice {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  kind
  number
  status
  issueDate
  dueDate
  serviceFrom
  serviceTo
  introduction
  closing
  cashDiscountPercent
  cashDiscountDays
  subtotalCents
  taxCents
  totalCents
  paidCents
  cashDiscountCents
  cashDiscountLeftCents
  creditedCents
  openCents
  refundDueCents
  claimedChargesCents
  sentAt
  pdfUrl
  previewUrl
  xmlUrl
  client {
    id
    name
    email
    invoiceEmail
  }
  creditedInvoice {
    id
    number
  }
  creditNotes {
    id
    number
    totalCents
  }
  lineItems {
    ...LineData
  }
  taxBreakdown {
    taxRate
    taxCategory
    taxCents
  }
  warnings {
    field
    message
  }
  payments {
    id
    amountCents
    cashDiscountCents
    chargesCents
    creditCents
    paidAt
    method
    reference
    reversedAt
  }
  reminders {
    id
    delivery {
      state
      to
    }
    level
    sentAt
    dueDate
    defaultSince
    chargesCents
    totalCents
    pdfUrl
  }
}`) as unknown as TypedDocumentString<CreditInvoiceMutation, CreditInvoiceMutationVariables>;
export const RecordPaymentDocument = new TypedDocumentString(`
    mutation RecordPayment($id: UUID!, $input: PaymentInput!) {
  recordPayment(id: $id, input: $input) {
    id
    warnings {
      field
      message
    }
  }
}
    `) as unknown as TypedDocumentString<RecordPaymentMutation, RecordPaymentMutationVariables>;
export const CashDiscountUntilDocument = new TypedDocumentString(`
    query CashDiscountUntil($id: UUID!, $method: PaymentMethod!) {
  invoice(id: $id) {
    id
    cashDiscountUntil(method: $method)
  }
}
    `) as unknown as TypedDocumentString<CashDiscountUntilQuery, CashDiscountUntilQueryVariables>;
export const ClientCreditDocument = new TypedDocumentString(`
    query ClientCredit($id: UUID!) {
  client(id: $id) {
    id
    creditCents
  }
  creditNotes: invoices(
    clientId: $id
    kind: credit_note
    status: [sent]
    perPage: 100
  ) {
    invoices {
      id
      number
      refundDueCents
    }
  }
}
    `) as unknown as TypedDocumentString<ClientCreditQuery, ClientCreditQueryVariables>;
export const InvoicesDocument = new TypedDocumentString(`
    query Invoices($page: Int!, $q: String, $status: [InvoiceStatus!], $delivery: [DeliveryState!]) {
  invoices(page: $page, q: $q, status: $status, delivery: $delivery) {
    total
    invoices {
      ...InvoiceRow
    }
  }
}
    fragment InvoiceRow on Invoice {
  id
  delivery {
    state
  }
  kind
  number
  status
  issueDate
  dueDate
  totalCents
  openCents
  client {
    id
    name
  }
}`) as unknown as TypedDocumentString<InvoicesQuery, InvoicesQueryVariables>;
export const InvoicePictureDocument = new TypedDocumentString(`
    query InvoicePicture($input: CreateInvoiceInput!, $draftId: UUID) {
  invoicePicture(input: $input, draftId: $draftId) {
    picture
  }
}
    `) as unknown as TypedDocumentString<InvoicePictureQuery, InvoicePictureQueryVariables>;
export const ResendReminderDocument = new TypedDocumentString(`
    mutation ResendReminder($id: UUID!, $input: SendInvoiceInput) {
  resendReminder(id: $id, input: $input) {
    id
    delivery {
      state
      to
    }
  }
}
    `) as unknown as TypedDocumentString<ResendReminderMutation, ResendReminderMutationVariables>;
export const PageTreeDocument = new TypedDocumentString(`
    query PageTree {
  pageTree
}
    `) as unknown as TypedDocumentString<PageTreeQuery, PageTreeQueryVariables>;
export const PageShownDocument = new TypedDocumentString(`
    query PageShown($id: UUID!) {
  page(id: $id) {
    ...PageData
  }
}
    fragment PageData on Page {
  id
  version
  title
  icon
  parentId
  position
  updatedAt
  parent {
    id
    title
  }
}`) as unknown as TypedDocumentString<PageShownQuery, PageShownQueryVariables>;
export const CreatePageDocument = new TypedDocumentString(`
    mutation CreatePage($input: CreatePageInput!) {
  createPage(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreatePageMutation, CreatePageMutationVariables>;
export const UpdatePageDocument = new TypedDocumentString(`
    mutation UpdatePage($id: UUID!, $version: Int, $input: UpdatePageInput!) {
  updatePage(id: $id, version: $version, input: $input) {
    ...PageData
  }
}
    fragment PageData on Page {
  id
  version
  title
  icon
  parentId
  position
  updatedAt
  parent {
    id
    title
  }
}`) as unknown as TypedDocumentString<UpdatePageMutation, UpdatePageMutationVariables>;
export const MovePageDocument = new TypedDocumentString(`
    mutation MovePage($id: UUID!, $version: Int, $input: MovePageInput!) {
  movePage(id: $id, version: $version, input: $input) {
    ...PageData
  }
}
    fragment PageData on Page {
  id
  version
  title
  icon
  parentId
  position
  updatedAt
  parent {
    id
    title
  }
}`) as unknown as TypedDocumentString<MovePageMutation, MovePageMutationVariables>;
export const DeletePageDocument = new TypedDocumentString(`
    mutation DeletePage($id: UUID!) {
  deletePage(id: $id)
}
    `) as unknown as TypedDocumentString<DeletePageMutation, DeletePageMutationVariables>;
export const LiveTicketDocument = new TypedDocumentString(`
    query LiveTicket {
  liveTicket
}
    `) as unknown as TypedDocumentString<LiveTicketQuery, LiveTicketQueryVariables>;
export const PageAsMarkdownDocument = new TypedDocumentString(`
    query PageAsMarkdown($id: UUID!) {
  page(id: $id, format: markdown) {
    title
    content
  }
}
    `) as unknown as TypedDocumentString<PageAsMarkdownQuery, PageAsMarkdownQueryVariables>;
export const PictureOfPageDocument = new TypedDocumentString(`
    query PictureOfPage($id: UUID!) {
  filePreview(id: $id) {
    url
  }
}
    `) as unknown as TypedDocumentString<PictureOfPageQuery, PictureOfPageQueryVariables>;
export const FileOfPageDocument = new TypedDocumentString(`
    query FileOfPage($id: UUID!) {
  file(id: $id) {
    name
  }
  fileDownload(id: $id) {
    url
  }
}
    `) as unknown as TypedDocumentString<FileOfPageQuery, FileOfPageQueryVariables>;
export const MembersOfPageDocument = new TypedDocumentString(`
    query MembersOfPage($q: String) {
  members(perPage: 8, q: $q) {
    members {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<MembersOfPageQuery, MembersOfPageQueryVariables>;
export const PageVersionsDocument = new TypedDocumentString(`
    query PageVersions($id: UUID!, $page: Int!) {
  pageVersions(id: $id, page: $page) {
    total
    versions {
      id
      createdAt
      updatedAt
      current
      refused
      pageId
      author {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PageVersionsQuery, PageVersionsQueryVariables>;
export const PageVersionShownDocument = new TypedDocumentString(`
    query PageVersionShown($id: UUID!) {
  pageVersion(id: $id, format: html) {
    id
    content
  }
}
    `) as unknown as TypedDocumentString<PageVersionShownQuery, PageVersionShownQueryVariables>;
export const RestorePageDocument = new TypedDocumentString(`
    mutation RestorePage($id: UUID!, $input: RestorePageInput!) {
  restorePage(id: $id, input: $input) {
    ...PageData
  }
}
    fragment PageData on Page {
  id
  version
  title
  icon
  parentId
  position
  updatedAt
  parent {
    id
    title
  }
}`) as unknown as TypedDocumentString<RestorePageMutation, RestorePageMutationVariables>;
export const ProjectsDocument = new TypedDocumentString(`
    query Projects($page: Int!, $q: String) {
  projects(page: $page, q: $q) {
    total
    projects {
      id
      name
      status
      trackedSeconds
      client {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ProjectsQuery, ProjectsQueryVariables>;
export const ProjectDataDocument = new TypedDocumentString(`
    query ProjectData($id: UUID!) {
  project(id: $id) {
    ...ProjectData
  }
}
    fragment ProjectData on Project {
  id
  version
  name
  description
  status
  color
  budgetMinutes
  hourlyRateCents
  client {
    id
    name
  }
}`) as unknown as TypedDocumentString<ProjectDataQuery, ProjectDataQueryVariables>;
export const ClientOfProjectDocument = new TypedDocumentString(`
    query ClientOfProject($id: UUID!) {
  client(id: $id) {
    id
    name
  }
}
    `) as unknown as TypedDocumentString<ClientOfProjectQuery, ClientOfProjectQueryVariables>;
export const ClientsOfProjectsDocument = new TypedDocumentString(`
    query ClientsOfProjects($q: String) {
  clients(q: $q, perPage: 20, sort: name, archived: false) {
    clients {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<ClientsOfProjectsQuery, ClientsOfProjectsQueryVariables>;
export const CreateProjectDocument = new TypedDocumentString(`
    mutation CreateProject($input: CreateProjectInput!) {
  createProject(input: $input) {
    ...ProjectData
  }
}
    fragment ProjectData on Project {
  id
  version
  name
  description
  status
  color
  budgetMinutes
  hourlyRateCents
  client {
    id
    name
  }
}`) as unknown as TypedDocumentString<CreateProjectMutation, CreateProjectMutationVariables>;
export const UpdateProjectDocument = new TypedDocumentString(`
    mutation UpdateProject($id: UUID!, $version: Int, $input: UpdateProjectInput!) {
  updateProject(id: $id, version: $version, input: $input) {
    ...ProjectData
  }
}
    fragment ProjectData on Project {
  id
  version
  name
  description
  status
  color
  budgetMinutes
  hourlyRateCents
  client {
    id
    name
  }
}`) as unknown as TypedDocumentString<UpdateProjectMutation, UpdateProjectMutationVariables>;
export const BoardDocument = new TypedDocumentString(`
    query Board($id: UUID!) {
  project(id: $id) {
    ...ProjectData
  }
  projectColumns(id: $id) {
    ...BoardColumn
  }
}
    fragment ProjectData on Project {
  id
  version
  name
  description
  status
  color
  budgetMinutes
  hourlyRateCents
  client {
    id
    name
  }
}
fragment BoardColumn on Column {
  id
  version
  name
  tasks {
    id
    columnId
    title
    dueDate
    priority
    commentCount
    subtaskCompleted
    subtaskTotal
    assignees {
      id
      name
    }
    tags {
      id
      name
    }
  }
}`) as unknown as TypedDocumentString<BoardQuery, BoardQueryVariables>;
export const DoneCardsDocument = new TypedDocumentString(`
    query DoneCards($id: UUID!) {
  projectTasks(id: $id, status: done, sort: completed_at_desc, perPage: 100) {
    total
    tasks {
      id
      title
      columnId
    }
  }
}
    `) as unknown as TypedDocumentString<DoneCardsQuery, DoneCardsQueryVariables>;
export const DoneInColumnDocument = new TypedDocumentString(`
    query DoneInColumn($columnId: UUID!) {
  tasks(columnId: $columnId, status: done, sort: completed_at_desc, perPage: 5) {
    total
    tasks {
      id
      title
    }
  }
}
    `) as unknown as TypedDocumentString<DoneInColumnQuery, DoneInColumnQueryVariables>;
export const ProjectsOfTasksDocument = new TypedDocumentString(`
    query ProjectsOfTasks($q: String) {
  projects(q: $q, status: active, perPage: 20, sort: name) {
    projects {
      id
      name
      columns {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ProjectsOfTasksQuery, ProjectsOfTasksQueryVariables>;
export const CreateCardDocument = new TypedDocumentString(`
    mutation CreateCard($input: CreateTaskInput!) {
  createTask(input: $input) {
    id
    columnId
    title
    dueDate
    priority
  }
}
    `) as unknown as TypedDocumentString<CreateCardMutation, CreateCardMutationVariables>;
export const MoveCardDocument = new TypedDocumentString(`
    mutation MoveCard($id: UUID!, $version: Int, $input: MoveTaskInput!) {
  moveTask(id: $id, version: $version, input: $input) {
    ...TaskData
    position
  }
}
    fragment TaskData on Task {
  id
  version
  title
  description
  status
  priority
  dueDate
  completedAt
  projectId
  columnId
  project {
    id
    name
  }
  column {
    id
    name
  }
  assignees {
    id
    name
  }
  tags {
    id
    name
  }
  subtasks {
    ...Step
  }
}
fragment Step on Subtask {
  id
  version
  title
  done
  position
}`) as unknown as TypedDocumentString<MoveCardMutation, MoveCardMutationVariables>;
export const CreateColumnDocument = new TypedDocumentString(`
    mutation CreateColumn($id: UUID!, $input: CreateColumnInput!) {
  createColumn(id: $id, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateColumnMutation, CreateColumnMutationVariables>;
export const UpdateColumnDocument = new TypedDocumentString(`
    mutation UpdateColumn($id: UUID!, $version: Int, $input: UpdateColumnInput!) {
  updateColumn(id: $id, version: $version, input: $input) {
    id
    version
    name
  }
}
    `) as unknown as TypedDocumentString<UpdateColumnMutation, UpdateColumnMutationVariables>;
export const MoveColumnDocument = new TypedDocumentString(`
    mutation MoveColumn($id: UUID!, $input: MoveColumnInput!) {
  moveColumn(id: $id, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<MoveColumnMutation, MoveColumnMutationVariables>;
export const DeleteColumnDocument = new TypedDocumentString(`
    mutation DeleteColumn($id: UUID!, $moveTo: UUID) {
  deleteColumn(id: $id, moveTo: $moveTo)
}
    `) as unknown as TypedDocumentString<DeleteColumnMutation, DeleteColumnMutationVariables>;
export const QuotesDocument = new TypedDocumentString(`
    query Quotes($page: Int!, $q: String, $status: [QuoteStatus!], $delivery: [DeliveryState!]) {
  quotes(page: $page, q: $q, status: $status, delivery: $delivery) {
    total
    quotes {
      ...QuoteRow
    }
  }
}
    fragment QuoteRow on Quote {
  id
  delivery {
    state
  }
  number
  status
  issueDate
  validUntil
  totalCents
  client {
    id
    name
  }
}`) as unknown as TypedDocumentString<QuotesQuery, QuotesQueryVariables>;
export const QuoteDataDocument = new TypedDocumentString(`
    query QuoteData($id: UUID!) {
  quote(id: $id) {
    ...QuoteData
  }
}
    fragment LineData on LineItem {
  description
  quantity
  unit
  unitPriceCents
  discountPercent
  taxRate
  supply
  taxCategory
  taxExemptionReason
  netCents
  requestedCategory
  requestedReason
}
fragment QuoteData on Quote {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  number
  status
  issueDate
  validUntil
  introduction
  closing
  subtotalCents
  totalCents
  sentAt
  signedAt
  signerName
  acceptanceNote
  rejectedAt
  rejectionReason
  pdfUrl
  previewUrl
  client {
    id
    name
    email
  }
  lineItems {
    ...LineData
  }
  taxBreakdown {
    taxRate
    taxCategory
    taxCents
  }
  invoice {
    id
    number
  }
  signingLink {
    sentTo
    sentAt
    openedAt
    expiresAt
    endedAt
  }
}`) as unknown as TypedDocumentString<QuoteDataQuery, QuoteDataQueryVariables>;
export const CreateQuoteDocument = new TypedDocumentString(`
    mutation CreateQuote($input: CreateQuoteInput!) {
  createQuote(input: $input) {
    ...QuoteData
  }
}
    fragment LineData on LineItem {
  description
  quantity
  unit
  unitPriceCents
  discountPercent
  taxRate
  supply
  taxCategory
  taxExemptionReason
  netCents
  requestedCategory
  requestedReason
}
fragment QuoteData on Quote {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  number
  status
  issueDate
  validUntil
  introduction
  closing
  subtotalCents
  totalCents
  sentAt
  signedAt
  signerName
  acceptanceNote
  rejectedAt
  rejectionReason
  pdfUrl
  previewUrl
  client {
    id
    name
    email
  }
  lineItems {
    ...LineData
  }
  taxBreakdown {
    taxRate
    taxCategory
    taxCents
  }
  invoice {
    id
    number
  }
  signingLink {
    sentTo
    sentAt
    openedAt
    expiresAt
    endedAt
  }
}`) as unknown as TypedDocumentString<CreateQuoteMutation, CreateQuoteMutationVariables>;
export const UpdateQuoteDocument = new TypedDocumentString(`
    mutation UpdateQuote($id: UUID!, $input: UpdateQuoteInput!, $version: Int) {
  updateQuote(id: $id, input: $input, version: $version) {
    ...QuoteData
  }
}
    fragment LineData on LineItem {
  description
  quantity
  unit
  unitPriceCents
  discountPercent
  taxRate
  supply
  taxCategory
  taxExemptionReason
  netCents
  requestedCategory
  requestedReason
}
fragment QuoteData on Quote {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  number
  status
  issueDate
  validUntil
  introduction
  closing
  subtotalCents
  totalCents
  sentAt
  signedAt
  signerName
  acceptanceNote
  rejectedAt
  rejectionReason
  pdfUrl
  previewUrl
  client {
    id
    name
    email
  }
  lineItems {
    ...LineData
  }
  taxBreakdown {
    taxRate
    taxCategory
    taxCents
  }
  invoice {
    id
    number
  }
  signingLink {
    sentTo
    sentAt
    openedAt
    expiresAt
    endedAt
  }
}`) as unknown as TypedDocumentString<UpdateQuoteMutation, UpdateQuoteMutationVariables>;
export const DeleteQuoteDocument = new TypedDocumentString(`
    mutation DeleteQuote($id: UUID!, $version: Int) {
  deleteQuote(id: $id, version: $version)
}
    `) as unknown as TypedDocumentString<DeleteQuoteMutation, DeleteQuoteMutationVariables>;
export const SendQuoteDocument = new TypedDocumentString(`
    mutation SendQuote($id: UUID!, $version: Int, $input: SendQuoteInput) {
  sendQuote(id: $id, version: $version, input: $input) {
    ...QuoteData
  }
}
    fragment LineData on LineItem {
  description
  quantity
  unit
  unitPriceCents
  discountPercent
  taxRate
  supply
  taxCategory
  taxExemptionReason
  netCents
  requestedCategory
  requestedReason
}
fragment QuoteData on Quote {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  number
  status
  issueDate
  validUntil
  introduction
  closing
  subtotalCents
  totalCents
  sentAt
  signedAt
  signerName
  acceptanceNote
  rejectedAt
  rejectionReason
  pdfUrl
  previewUrl
  client {
    id
    name
    email
  }
  lineItems {
    ...LineData
  }
  taxBreakdown {
    taxRate
    taxCategory
    taxCents
  }
  invoice {
    id
    number
  }
  signingLink {
    sentTo
    sentAt
    openedAt
    expiresAt
    endedAt
  }
}`) as unknown as TypedDocumentString<SendQuoteMutation, SendQuoteMutationVariables>;
export const ResendQuoteDocument = new TypedDocumentString(`
    mutation ResendQuote($id: UUID!, $input: SendQuoteInput) {
  resendQuote(id: $id, input: $input) {
    ...QuoteData
  }
}
    fragment LineData on LineItem {
  description
  quantity
  unit
  unitPriceCents
  discountPercent
  taxRate
  supply
  taxCategory
  taxExemptionReason
  netCents
  requestedCategory
  requestedReason
}
fragment QuoteData on Quote {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  number
  status
  issueDate
  validUntil
  introduction
  closing
  subtotalCents
  totalCents
  sentAt
  signedAt
  signerName
  acceptanceNote
  rejectedAt
  rejectionReason
  pdfUrl
  previewUrl
  client {
    id
    name
    email
  }
  lineItems {
    ...LineData
  }
  taxBreakdown {
    taxRate
    taxCategory
    taxCents
  }
  invoice {
    id
    number
  }
  signingLink {
    sentTo
    sentAt
    openedAt
    expiresAt
    endedAt
  }
}`) as unknown as TypedDocumentString<ResendQuoteMutation, ResendQuoteMutationVariables>;
export const RevokeQuoteLinkDocument = new TypedDocumentString(`
    mutation RevokeQuoteLink($id: UUID!) {
  revokeQuoteLink(id: $id) {
    ...QuoteData
  }
}
    fragment LineData on LineItem {
  description
  quantity
  unit
  unitPriceCents
  discountPercent
  taxRate
  supply
  taxCategory
  taxExemptionReason
  netCents
  requestedCategory
  requestedReason
}
fragment QuoteData on Quote {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  number
  status
  issueDate
  validUntil
  introduction
  closing
  subtotalCents
  totalCents
  sentAt
  signedAt
  signerName
  acceptanceNote
  rejectedAt
  rejectionReason
  pdfUrl
  previewUrl
  client {
    id
    name
    email
  }
  lineItems {
    ...LineData
  }
  taxBreakdown {
    taxRate
    taxCategory
    taxCents
  }
  invoice {
    id
    number
  }
  signingLink {
    sentTo
    sentAt
    openedAt
    expiresAt
    endedAt
  }
}`) as unknown as TypedDocumentString<RevokeQuoteLinkMutation, RevokeQuoteLinkMutationVariables>;
export const MarkQuoteSignedDocument = new TypedDocumentString(`
    mutation MarkQuoteSigned($id: UUID!, $input: MarkQuoteSignedInput!) {
  markQuoteSigned(id: $id, input: $input) {
    ...QuoteData
  }
}
    fragment LineData on LineItem {
  description
  quantity
  unit
  unitPriceCents
  discountPercent
  taxRate
  supply
  taxCategory
  taxExemptionReason
  netCents
  requestedCategory
  requestedReason
}
fragment QuoteData on Quote {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  number
  status
  issueDate
  validUntil
  introduction
  closing
  subtotalCents
  totalCents
  sentAt
  signedAt
  signerName
  acceptanceNote
  rejectedAt
  rejectionReason
  pdfUrl
  previewUrl
  client {
    id
    name
    email
  }
  lineItems {
    ...LineData
  }
  taxBreakdown {
    taxRate
    taxCategory
    taxCents
  }
  invoice {
    id
    number
  }
  signingLink {
    sentTo
    sentAt
    openedAt
    expiresAt
    endedAt
  }
}`) as unknown as TypedDocumentString<MarkQuoteSignedMutation, MarkQuoteSignedMutationVariables>;
export const RejectQuoteDocument = new TypedDocumentString(`
    mutation RejectQuote($id: UUID!, $input: RejectQuoteInput) {
  rejectQuote(id: $id, input: $input) {
    ...QuoteData
  }
}
    fragment LineData on LineItem {
  description
  quantity
  unit
  unitPriceCents
  discountPercent
  taxRate
  supply
  taxCategory
  taxExemptionReason
  netCents
  requestedCategory
  requestedReason
}
fragment QuoteData on Quote {
  id
  delivery {
    state
    at
    to
    reason
  }
  version
  number
  status
  issueDate
  validUntil
  introduction
  closing
  subtotalCents
  totalCents
  sentAt
  signedAt
  signerName
  acceptanceNote
  rejectedAt
  rejectionReason
  pdfUrl
  previewUrl
  client {
    id
    name
    email
  }
  lineItems {
    ...LineData
  }
  taxBreakdown {
    taxRate
    taxCategory
    taxCents
  }
  invoice {
    id
    number
  }
  signingLink {
    sentTo
    sentAt
    openedAt
    expiresAt
    endedAt
  }
}`) as unknown as TypedDocumentString<RejectQuoteMutation, RejectQuoteMutationVariables>;
export const ConvertQuoteDocument = new TypedDocumentString(`
    mutation ConvertQuote($id: UUID!) {
  convertQuoteToInvoice(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<ConvertQuoteMutation, ConvertQuoteMutationVariables>;
export const DuplicateQuoteDocument = new TypedDocumentString(`
    mutation DuplicateQuote($id: UUID!) {
  duplicateQuote(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<DuplicateQuoteMutation, DuplicateQuoteMutationVariables>;
export const QuotePictureDocument = new TypedDocumentString(`
    query QuotePicture($input: CreateQuoteInput!, $draftId: UUID) {
  quotePicture(input: $input, draftId: $draftId) {
    picture
  }
}
    `) as unknown as TypedDocumentString<QuotePictureQuery, QuotePictureQueryVariables>;
export const RecurringInvoicesDocument = new TypedDocumentString(`
    query RecurringInvoices($page: Int!, $q: String) {
  recurringInvoices(page: $page, q: $q) {
    total
    recurringInvoices {
      ...RecurringRow
    }
  }
}
    fragment RecurringRow on RecurringInvoice {
  id
  startsOn
  every
  interval
  endsOn
  paused
  nextOn
  mode
  client {
    id
    name
  }
  lineItems {
    description
    netCents
  }
}`) as unknown as TypedDocumentString<RecurringInvoicesQuery, RecurringInvoicesQueryVariables>;
export const RecurringDataDocument = new TypedDocumentString(`
    query RecurringData($id: UUID!) {
  recurringInvoice(id: $id) {
    ...RecurringData
  }
}
    fragment LineData on LineItem {
  description
  quantity
  unit
  unitPriceCents
  discountPercent
  taxRate
  supply
  taxCategory
  taxExemptionReason
  netCents
  requestedCategory
  requestedReason
}
fragment RecurringRow on RecurringInvoice {
  id
  startsOn
  every
  interval
  endsOn
  paused
  nextOn
  mode
  client {
    id
    name
  }
  lineItems {
    description
    netCents
  }
}
fragment RecurringData on RecurringInvoice {
  ...RecurringRow
  version
  dueDays
  introduction
  closing
  lineItems {
    ...LineData
  }
  invoices {
    id
    number
    issueDate
    status
    totalCents
  }
}`) as unknown as TypedDocumentString<RecurringDataQuery, RecurringDataQueryVariables>;
export const CreateRecurringDocument = new TypedDocumentString(`
    mutation CreateRecurring($input: CreateRecurringInvoiceInput!) {
  createRecurringInvoice(input: $input) {
    ...RecurringData
  }
}
    fragment LineData on LineItem {
  description
  quantity
  unit
  unitPriceCents
  discountPercent
  taxRate
  supply
  taxCategory
  taxExemptionReason
  netCents
  requestedCategory
  requestedReason
}
fragment RecurringRow on RecurringInvoice {
  id
  startsOn
  every
  interval
  endsOn
  paused
  nextOn
  mode
  client {
    id
    name
  }
  lineItems {
    description
    netCents
  }
}
fragment RecurringData on RecurringInvoice {
  ...RecurringRow
  version
  dueDays
  introduction
  closing
  lineItems {
    ...LineData
  }
  invoices {
    id
    number
    issueDate
    status
    totalCents
  }
}`) as unknown as TypedDocumentString<CreateRecurringMutation, CreateRecurringMutationVariables>;
export const UpdateRecurringDocument = new TypedDocumentString(`
    mutation UpdateRecurring($id: UUID!, $input: UpdateRecurringInvoiceInput!, $version: Int) {
  updateRecurringInvoice(id: $id, input: $input, version: $version) {
    ...RecurringData
  }
}
    fragment LineData on LineItem {
  description
  quantity
  unit
  unitPriceCents
  discountPercent
  taxRate
  supply
  taxCategory
  taxExemptionReason
  netCents
  requestedCategory
  requestedReason
}
fragment RecurringRow on RecurringInvoice {
  id
  startsOn
  every
  interval
  endsOn
  paused
  nextOn
  mode
  client {
    id
    name
  }
  lineItems {
    description
    netCents
  }
}
fragment RecurringData on RecurringInvoice {
  ...RecurringRow
  version
  dueDays
  introduction
  closing
  lineItems {
    ...LineData
  }
  invoices {
    id
    number
    issueDate
    status
    totalCents
  }
}`) as unknown as TypedDocumentString<UpdateRecurringMutation, UpdateRecurringMutationVariables>;
export const DeleteRecurringDocument = new TypedDocumentString(`
    mutation DeleteRecurring($id: UUID!) {
  deleteRecurringInvoice(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteRecurringMutation, DeleteRecurringMutationVariables>;
export const RunRecurringDocument = new TypedDocumentString(`
    mutation RunRecurring($id: UUID!, $version: Int) {
  runRecurringInvoice(id: $id, version: $version) {
    id
    number
    status
  }
}
    `) as unknown as TypedDocumentString<RunRecurringMutation, RunRecurringMutationVariables>;
export const RecurringPictureDocument = new TypedDocumentString(`
    query RecurringPicture($input: CreateRecurringInvoiceInput!, $recurringInvoiceId: UUID) {
  recurringInvoicePicture(input: $input, recurringInvoiceId: $recurringInvoiceId) {
    picture
  }
}
    `) as unknown as TypedDocumentString<RecurringPictureQuery, RecurringPictureQueryVariables>;
export const CurrentSessionDocument = new TypedDocumentString(`
    query CurrentSession {
  currentSession {
    language
    organizationId
    organizationName
    permissions
    mustSetUpSecondFactor
    organizationEndsOn
    organizationHasEnded
    member {
      id
      name
      email
      role
      timezone
    }
  }
}
    `) as unknown as TypedDocumentString<CurrentSessionQuery, CurrentSessionQueryVariables>;
export const SignOutDocument = new TypedDocumentString(`
    mutation SignOut {
  signOut
}
    `) as unknown as TypedDocumentString<SignOutMutation, SignOutMutationVariables>;
export const ChooseLanguageDocument = new TypedDocumentString(`
    mutation ChooseLanguage($id: UUID!, $language: String!) {
  updateMember(id: $id, input: {language: $language}) {
    id
    language
  }
}
    `) as unknown as TypedDocumentString<ChooseLanguageMutation, ChooseLanguageMutationVariables>;
export const WorksWithoutPasswordDocument = new TypedDocumentString(`
    query WorksWithoutPassword {
  tokens(perPage: 100) {
    total
    tokens {
      id
      name
      lastFour
      expiresAt
    }
  }
  passkeys {
    id
    name
  }
}
    `) as unknown as TypedDocumentString<WorksWithoutPasswordQuery, WorksWithoutPasswordQueryVariables>;
export const BookingAddressDocument = new TypedDocumentString(`
    query BookingAddress {
  me {
    id
    slug
    timezone
    version
  }
}
    `) as unknown as TypedDocumentString<BookingAddressQuery, BookingAddressQueryVariables>;
export const ChangeBookingAddressDocument = new TypedDocumentString(`
    mutation ChangeBookingAddress($id: UUID!, $slug: String!) {
  updateMember(id: $id, input: {slug: $slug}) {
    id
    slug
    version
  }
}
    `) as unknown as TypedDocumentString<ChangeBookingAddressMutation, ChangeBookingAddressMutationVariables>;
export const EventTypesDocument = new TypedDocumentString(`
    query EventTypes($page: Int!) {
  eventTypes(page: $page) {
    total
    eventTypes {
      id
      name
      slug
      durationMinutes
      color
      active
      assignment
      userId
      user {
        id
        name
        slug
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EventTypesQuery, EventTypesQueryVariables>;
export const EventTypeDocument = new TypedDocumentString(`
    query EventType($id: UUID!) {
  eventType(id: $id) {
    ...EventTypeSettings
  }
}
    fragment EventTypeSettings on EventType {
  id
  version
  userId
  name
  slug
  description
  durationMinutes
  slotIntervalMinutes
  bufferBeforeMinutes
  bufferAfterMinutes
  minimumNoticeMinutes
  maximumDaysAhead
  limitPerDay
  maximumNewBookingsPerDay
  location
  color
  questions {
    key
    label
    kind
    required
    choices
  }
  assignment
  memberIds
  requiresEmailVerification
  createClient
  active
  user {
    id
    name
    slug
  }
}`) as unknown as TypedDocumentString<EventTypeQuery, EventTypeQueryVariables>;
export const HostsDocument = new TypedDocumentString(`
    query Hosts($page: Int!) {
  members(page: $page, perPage: 100, sort: name) {
    total
    members {
      id
      name
      slug
      role
    }
  }
}
    `) as unknown as TypedDocumentString<HostsQuery, HostsQueryVariables>;
export const CreateEventTypeDocument = new TypedDocumentString(`
    mutation CreateEventType($input: CreateEventTypeInput!) {
  createEventType(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateEventTypeMutation, CreateEventTypeMutationVariables>;
export const UpdateEventTypeDocument = new TypedDocumentString(`
    mutation UpdateEventType($id: UUID!, $input: UpdateEventTypeInput!, $version: Int) {
  updateEventType(id: $id, input: $input, version: $version) {
    ...EventTypeSettings
  }
}
    fragment EventTypeSettings on EventType {
  id
  version
  userId
  name
  slug
  description
  durationMinutes
  slotIntervalMinutes
  bufferBeforeMinutes
  bufferAfterMinutes
  minimumNoticeMinutes
  maximumDaysAhead
  limitPerDay
  maximumNewBookingsPerDay
  location
  color
  questions {
    key
    label
    kind
    required
    choices
  }
  assignment
  memberIds
  requiresEmailVerification
  createClient
  active
  user {
    id
    name
    slug
  }
}`) as unknown as TypedDocumentString<UpdateEventTypeMutation, UpdateEventTypeMutationVariables>;
export const DeleteEventTypeDocument = new TypedDocumentString(`
    mutation DeleteEventType($id: UUID!) {
  deleteEventType(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteEventTypeMutation, DeleteEventTypeMutationVariables>;
export const CalendarConnectionsDocument = new TypedDocumentString(`
    query CalendarConnections($page: Int!) {
  calendarConnections(page: $page, perPage: 100) {
    total
    connections {
      ...Connection
    }
  }
}
    fragment Connection on CalendarConnection {
  id
  url
  username
  calendars {
    url
    name
    writesHere
  }
  version
  allDay
  state
  lastError
  failures
  problems
  problemEntries {
    title
    date
    object
  }
  lastSyncedAt
  nextSyncAt
}`) as unknown as TypedDocumentString<CalendarConnectionsQuery, CalendarConnectionsQueryVariables>;
export const FindCalendarsDocument = new TypedDocumentString(`
    mutation FindCalendars($input: CalendarAccountInput!) {
  findCalendars(input: $input) {
    calendars {
      url
      name
      writable
    }
  }
}
    `) as unknown as TypedDocumentString<FindCalendarsMutation, FindCalendarsMutationVariables>;
export const CreateCalendarConnectionDocument = new TypedDocumentString(`
    mutation CreateCalendarConnection($input: CreateCalendarConnectionInput!) {
  createCalendarConnection(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateCalendarConnectionMutation, CreateCalendarConnectionMutationVariables>;
export const UpdateCalendarConnectionDocument = new TypedDocumentString(`
    mutation UpdateCalendarConnection($id: UUID!, $input: UpdateCalendarConnectionInput!) {
  updateCalendarConnection(id: $id, input: $input) {
    ...Connection
  }
}
    fragment Connection on CalendarConnection {
  id
  url
  username
  calendars {
    url
    name
    writesHere
  }
  version
  allDay
  state
  lastError
  failures
  problems
  problemEntries {
    title
    date
    object
  }
  lastSyncedAt
  nextSyncAt
}`) as unknown as TypedDocumentString<UpdateCalendarConnectionMutation, UpdateCalendarConnectionMutationVariables>;
export const SyncCalendarConnectionDocument = new TypedDocumentString(`
    mutation SyncCalendarConnection($id: UUID!) {
  syncCalendarConnection(id: $id) {
    ...Connection
  }
}
    fragment Connection on CalendarConnection {
  id
  url
  username
  calendars {
    url
    name
    writesHere
  }
  version
  allDay
  state
  lastError
  failures
  problems
  problemEntries {
    title
    date
    object
  }
  lastSyncedAt
  nextSyncAt
}`) as unknown as TypedDocumentString<SyncCalendarConnectionMutation, SyncCalendarConnectionMutationVariables>;
export const DeleteCalendarConnectionDocument = new TypedDocumentString(`
    mutation DeleteCalendarConnection($id: UUID!) {
  deleteCalendarConnection(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteCalendarConnectionMutation, DeleteCalendarConnectionMutationVariables>;
export const CalendarFeedsDocument = new TypedDocumentString(`
    query CalendarFeeds($page: Int!) {
  calendarFeeds(page: $page, perPage: 100) {
    total
    feeds {
      id
      name
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<CalendarFeedsQuery, CalendarFeedsQueryVariables>;
export const CreateCalendarFeedDocument = new TypedDocumentString(`
    mutation CreateCalendarFeed($name: String!) {
  createCalendarFeed(input: {name: $name}) {
    id
    url
  }
}
    `) as unknown as TypedDocumentString<CreateCalendarFeedMutation, CreateCalendarFeedMutationVariables>;
export const DeleteCalendarFeedDocument = new TypedDocumentString(`
    mutation DeleteCalendarFeed($id: UUID!) {
  deleteCalendarFeed(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteCalendarFeedMutation, DeleteCalendarFeedMutationVariables>;
export const InstallationChecksDocument = new TypedDocumentString(`
    query InstallationChecks {
  installationChecks {
    checkedAt
    shared
    checks {
      name
      title
      state
      message
      remedy
      detail
    }
  }
}
    `) as unknown as TypedDocumentString<InstallationChecksQuery, InstallationChecksQueryVariables>;
export const OrganizationDocument = new TypedDocumentString(`
    query Organization {
  organization {
    ...OrganizationSettings
  }
}
    fragment OrganizationSettings on Organization {
  id
  version
  name
  legalName
  street
  postalCode
  city
  country
  email
  phone
  website
  privacyUrl
  contactName
  registerCourt
  registerNumber
  managingDirectors
  taxNumber
  vatId
  smallBusiness
  oneStopShop
  vatAccounting
  accountHolder
  bankName
  iban
  bic
  accentColor
  logoFileId
  defaultLanguage
  defaultPaymentTermsDays
  hourlyRateCents
  timeRoundingMinutes
  invoiceNumberPattern
  creditNoteNumberPattern
  quoteNumberPattern
  contractNumberPattern
  dunning {
    automatic
    levels {
      level
      days
      feeCents
      text
    }
  }
  accounting {
    chart
    datevConsultantNumber
    datevClientNumber
    fiscalYearStart
    accountLength
    bankAccount
    cashAccount
    transitAccount
    advanceClearingAccount
    setOffClearingAccount
    exportPayments
    lockBatch
    accounts {
      taxCategory
      domestic
      country
      exemptionReason
      taxRate
      account
      taxKey
      advanceAccount
    }
  }
  chartAccounts {
    chart
    bankAccount
    cashAccount
    transitAccount
    advanceClearingAccount
    setOffClearingAccount
  }
}`) as unknown as TypedDocumentString<OrganizationQuery, OrganizationQueryVariables>;
export const UpdateOrganizationDocument = new TypedDocumentString(`
    mutation UpdateOrganization($input: UpdateOrganizationInput!, $version: Int) {
  updateOrganization(input: $input, version: $version) {
    ...OrganizationSettings
  }
}
    fragment OrganizationSettings on Organization {
  id
  version
  name
  legalName
  street
  postalCode
  city
  country
  email
  phone
  website
  privacyUrl
  contactName
  registerCourt
  registerNumber
  managingDirectors
  taxNumber
  vatId
  smallBusiness
  oneStopShop
  vatAccounting
  accountHolder
  bankName
  iban
  bic
  accentColor
  logoFileId
  defaultLanguage
  defaultPaymentTermsDays
  hourlyRateCents
  timeRoundingMinutes
  invoiceNumberPattern
  creditNoteNumberPattern
  quoteNumberPattern
  contractNumberPattern
  dunning {
    automatic
    levels {
      level
      days
      feeCents
      text
    }
  }
  accounting {
    chart
    datevConsultantNumber
    datevClientNumber
    fiscalYearStart
    accountLength
    bankAccount
    cashAccount
    transitAccount
    advanceClearingAccount
    setOffClearingAccount
    exportPayments
    lockBatch
    accounts {
      taxCategory
      domestic
      country
      exemptionReason
      taxRate
      account
      taxKey
      advanceAccount
    }
  }
  chartAccounts {
    chart
    bankAccount
    cashAccount
    transitAccount
    advanceClearingAccount
    setOffClearingAccount
  }
}`) as unknown as TypedDocumentString<UpdateOrganizationMutation, UpdateOrganizationMutationVariables>;
export const OrganizationPreviewDocument = new TypedDocumentString(`
    query OrganizationPreview($input: UpdateOrganizationInput!) {
  organizationPreview(input: $input) {
    picture
  }
}
    `) as unknown as TypedDocumentString<OrganizationPreviewQuery, OrganizationPreviewQueryVariables>;
export const UploadAddressDocument = new TypedDocumentString(`
    query UploadAddress {
  uploadUrl {
    url
  }
}
    `) as unknown as TypedDocumentString<UploadAddressQuery, UploadAddressQueryVariables>;
export const LogoFileDocument = new TypedDocumentString(`
    query LogoFile($id: UUID!) {
  file(id: $id) {
    id
    name
  }
}
    `) as unknown as TypedDocumentString<LogoFileQuery, LogoFileQueryVariables>;
export const DunningPreviewDocument = new TypedDocumentString(`
    query DunningPreview {
  dunningPreview {
    reminders {
      invoiceId
      number
      level
      openCents
      chargesCents
      client {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DunningPreviewQuery, DunningPreviewQueryVariables>;
export const BaseRatesDocument = new TypedDocumentString(`
    query BaseRates {
  baseRates {
    ...BaseRatesData
  }
}
    fragment BaseRatesData on BaseRates {
  missingFrom
  editable
  rates {
    validFrom
    percent
  }
}`) as unknown as TypedDocumentString<BaseRatesQuery, BaseRatesQueryVariables>;
export const AddBaseRateDocument = new TypedDocumentString(`
    mutation AddBaseRate($input: AddBaseRateInput!) {
  addBaseRate(input: $input) {
    ...BaseRatesData
  }
}
    fragment BaseRatesData on BaseRates {
  missingFrom
  editable
  rates {
    validFrom
    percent
  }
}`) as unknown as TypedDocumentString<AddBaseRateMutation, AddBaseRateMutationVariables>;
export const OrganizationEndingDocument = new TypedDocumentString(`
    query OrganizationEnding {
  organizationEnding {
    ...Ending
  }
}
    fragment Ending on OrganizationEnding {
  endsOn
  hasEnded
  keptUntil
  kept {
    law
    records
    keptUntil
  }
}`) as unknown as TypedDocumentString<OrganizationEndingQuery, OrganizationEndingQueryVariables>;
export const EndOrganizationDocument = new TypedDocumentString(`
    mutation EndOrganization($input: EndOrganizationInput!) {
  endOrganization(input: $input) {
    ...Ending
  }
}
    fragment Ending on OrganizationEnding {
  endsOn
  hasEnded
  keptUntil
  kept {
    law
    records
    keptUntil
  }
}`) as unknown as TypedDocumentString<EndOrganizationMutation, EndOrganizationMutationVariables>;
export const KeepOrganizationDocument = new TypedDocumentString(`
    mutation KeepOrganization {
  keepOrganization {
    ...Ending
  }
}
    fragment Ending on OrganizationEnding {
  endsOn
  hasEnded
  keptUntil
  kept {
    law
    records
    keptUntil
  }
}`) as unknown as TypedDocumentString<KeepOrganizationMutation, KeepOrganizationMutationVariables>;
export const AccountingExportDocument = new TypedDocumentString(`
    query AccountingExport($from: Date!, $to: Date!, $format: AccountingFormat!) {
  accountingExport(from: $from, to: $to, format: $format) {
    exportUrl
  }
}
    `) as unknown as TypedDocumentString<AccountingExportQuery, AccountingExportQueryVariables>;
export const OrganizationExportDocument = new TypedDocumentString(`
    query OrganizationExport {
  organizationExport {
    exportUrl
  }
}
    `) as unknown as TypedDocumentString<OrganizationExportQuery, OrganizationExportQueryVariables>;
export const AvailabilityDocument = new TypedDocumentString(`
    query Availability {
  availability {
    ...Hours
  }
}
    fragment Hours on Availability {
  id
  version
  timezone
  weekly {
    weekday
    start
    end
  }
  overrides {
    date
    start
    end
    closed
  }
}`) as unknown as TypedDocumentString<AvailabilityQuery, AvailabilityQueryVariables>;
export const UpdateAvailabilityDocument = new TypedDocumentString(`
    mutation UpdateAvailability($input: UpdateAvailabilityInput!, $version: Int) {
  updateAvailability(input: $input, version: $version) {
    ...Hours
  }
}
    fragment Hours on Availability {
  id
  version
  timezone
  weekly {
    weekday
    start
    end
  }
  overrides {
    date
    start
    end
    closed
  }
}`) as unknown as TypedDocumentString<UpdateAvailabilityMutation, UpdateAvailabilityMutationVariables>;
export const OwnEventTypesDocument = new TypedDocumentString(`
    query OwnEventTypes($userId: UUID!, $page: Int!) {
  me {
    id
    slug
  }
  eventTypes(userId: $userId, page: $page, perPage: 100) {
    total
    eventTypes {
      id
      name
      slug
      active
    }
  }
}
    `) as unknown as TypedDocumentString<OwnEventTypesQuery, OwnEventTypesQueryVariables>;
export const FreeSlotsDocument = new TypedDocumentString(`
    query FreeSlots($userSlug: String!, $typeSlug: String!, $from: DateTime!, $to: DateTime!) {
  bookingSlots(userSlug: $userSlug, typeSlug: $typeSlug, from: $from, to: $to) {
    slots {
      start
    }
  }
}
    `) as unknown as TypedDocumentString<FreeSlotsQuery, FreeSlotsQueryVariables>;
export const NumberingDocument = new TypedDocumentString(`
    query Numbering {
  numbering {
    version
    series {
      series
      year
      next
      preview
    }
  }
}
    `) as unknown as TypedDocumentString<NumberingQuery, NumberingQueryVariables>;
export const NumberingPreviewDocument = new TypedDocumentString(`
    query NumberingPreview($input: UpdateOrganizationInput!) {
  numberingPreview(input: $input) {
    series {
      series
      year
      next
      preview
    }
  }
}
    `) as unknown as TypedDocumentString<NumberingPreviewQuery, NumberingPreviewQueryVariables>;
export const RaiseNumberDocument = new TypedDocumentString(`
    mutation RaiseNumber($input: RaiseNumberInput!, $version: Int) {
  updateNumbering(input: $input, version: $version) {
    version
    series {
      series
      year
      next
      preview
    }
  }
}
    `) as unknown as TypedDocumentString<RaiseNumberMutation, RaiseNumberMutationVariables>;
export const ProfileDocument = new TypedDocumentString(`
    query Profile {
  me {
    id
    name
    email
    language
  }
}
    `) as unknown as TypedDocumentString<ProfileQuery, ProfileQueryVariables>;
export const ChangeProfileDocument = new TypedDocumentString(`
    mutation ChangeProfile($id: UUID!, $name: String!, $language: String) {
  updateMember(id: $id, input: {name: $name, language: $language}) {
    id
    name
    language
  }
}
    `) as unknown as TypedDocumentString<ChangeProfileMutation, ChangeProfileMutationVariables>;
export const ChangeOwnEmailDocument = new TypedDocumentString(`
    mutation ChangeOwnEmail($currentPassword: String, $email: String!) {
  changeOwnEmail(currentPassword: $currentPassword, email: $email) {
    id
    email
  }
}
    `) as unknown as TypedDocumentString<ChangeOwnEmailMutation, ChangeOwnEmailMutationVariables>;
export const SessionsDocument = new TypedDocumentString(`
    query Sessions($memberId: UUID) {
  sessions(memberId: $memberId) {
    id
    device
    address
    createdAt
    lastSeenAt
    current
  }
}
    `) as unknown as TypedDocumentString<SessionsQuery, SessionsQueryVariables>;
export const EndSessionDocument = new TypedDocumentString(`
    mutation EndSession($id: UUID!, $memberId: UUID) {
  endSession(id: $id, memberId: $memberId)
}
    `) as unknown as TypedDocumentString<EndSessionMutation, EndSessionMutationVariables>;
export const EndSessionsOfMemberDocument = new TypedDocumentString(`
    mutation EndSessionsOfMember($memberId: UUID!) {
  endSessionsOfMember(memberId: $memberId)
}
    `) as unknown as TypedDocumentString<EndSessionsOfMemberMutation, EndSessionsOfMemberMutationVariables>;
export const ConfirmIdentityDocument = new TypedDocumentString(`
    mutation ConfirmIdentity($currentPassword: String, $code: String) {
  confirmIdentity(currentPassword: $currentPassword, code: $code)
}
    `) as unknown as TypedDocumentString<ConfirmIdentityMutation, ConfirmIdentityMutationVariables>;
export const ConfirmIdentityWithPasskeyDocument = new TypedDocumentString(`
    mutation ConfirmIdentityWithPasskey($ticket: String!, $response: JSON!) {
  confirmIdentityWithPasskey(ticket: $ticket, response: $response)
}
    `) as unknown as TypedDocumentString<ConfirmIdentityWithPasskeyMutation, ConfirmIdentityWithPasskeyMutationVariables>;
export const SecondFactorRequiredDocument = new TypedDocumentString(`
    query SecondFactorRequired {
  organization {
    id
    secondFactorRequired
  }
}
    `) as unknown as TypedDocumentString<SecondFactorRequiredQuery, SecondFactorRequiredQueryVariables>;
export const RequireSecondFactorDocument = new TypedDocumentString(`
    mutation RequireSecondFactor($required: Boolean!) {
  requireSecondFactor(required: $required)
}
    `) as unknown as TypedDocumentString<RequireSecondFactorMutation, RequireSecondFactorMutationVariables>;
export const EndOtherSessionsDocument = new TypedDocumentString(`
    mutation EndOtherSessions {
  endOtherSessions
}
    `) as unknown as TypedDocumentString<EndOtherSessionsMutation, EndOtherSessionsMutationVariables>;
export const ChangePasswordDocument = new TypedDocumentString(`
    mutation ChangePassword($currentPassword: String, $code: String, $newPassword: String!) {
  changePassword(
    currentPassword: $currentPassword
    code: $code
    newPassword: $newPassword
  )
}
    `) as unknown as TypedDocumentString<ChangePasswordMutation, ChangePasswordMutationVariables>;
export const SecondFactorDocument = new TypedDocumentString(`
    query SecondFactor {
  secondFactor {
    totp
    recoveryCodesLeft
  }
}
    `) as unknown as TypedDocumentString<SecondFactorQuery, SecondFactorQueryVariables>;
export const SetUpTotpDocument = new TypedDocumentString(`
    mutation SetUpTotp($currentPassword: String) {
  setUpTotp(currentPassword: $currentPassword) {
    secret
    otpauthUrl
  }
}
    `) as unknown as TypedDocumentString<SetUpTotpMutation, SetUpTotpMutationVariables>;
export const ConfirmTotpDocument = new TypedDocumentString(`
    mutation ConfirmTotp($code: String!) {
  confirmTotp(code: $code)
}
    `) as unknown as TypedDocumentString<ConfirmTotpMutation, ConfirmTotpMutationVariables>;
export const CreateRecoveryCodesDocument = new TypedDocumentString(`
    mutation CreateRecoveryCodes($code: String!) {
  createRecoveryCodes(code: $code)
}
    `) as unknown as TypedDocumentString<CreateRecoveryCodesMutation, CreateRecoveryCodesMutationVariables>;
export const DisableTotpDocument = new TypedDocumentString(`
    mutation DisableTotp($code: String!) {
  disableTotp(code: $code)
}
    `) as unknown as TypedDocumentString<DisableTotpMutation, DisableTotpMutationVariables>;
export const PasskeysDocument = new TypedDocumentString(`
    query Passkeys {
  passkeys {
    id
    name
    createdAt
    lastUsedAt
  }
}
    `) as unknown as TypedDocumentString<PasskeysQuery, PasskeysQueryVariables>;
export const StartPasskeyDocument = new TypedDocumentString(`
    mutation StartPasskey($currentPassword: String, $code: String) {
  startPasskey(currentPassword: $currentPassword, code: $code) {
    options
    ticket
  }
}
    `) as unknown as TypedDocumentString<StartPasskeyMutation, StartPasskeyMutationVariables>;
export const CreatePasskeyDocument = new TypedDocumentString(`
    mutation CreatePasskey($name: String!, $ticket: String!, $response: JSON!) {
  createPasskey(name: $name, ticket: $ticket, response: $response) {
    id
    name
    createdAt
    lastUsedAt
  }
}
    `) as unknown as TypedDocumentString<CreatePasskeyMutation, CreatePasskeyMutationVariables>;
export const DeletePasskeyDocument = new TypedDocumentString(`
    mutation DeletePasskey($id: UUID!) {
  deletePasskey(id: $id)
}
    `) as unknown as TypedDocumentString<DeletePasskeyMutation, DeletePasskeyMutationVariables>;
export const MembersDocument = new TypedDocumentString(`
    query Members($page: Int!) {
  members(page: $page) {
    total
    members {
      id
      name
      email
      role
      delivery {
        state
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MembersQuery, MembersQueryVariables>;
export const ResendInvitationDocument = new TypedDocumentString(`
    mutation ResendInvitation($id: UUID!) {
  resendInvitation(id: $id) {
    id
    delivery {
      state
    }
  }
}
    `) as unknown as TypedDocumentString<ResendInvitationMutation, ResendInvitationMutationVariables>;
export const CreateMemberDocument = new TypedDocumentString(`
    mutation CreateMember($input: CreateMemberInput!) {
  createMember(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateMemberMutation, CreateMemberMutationVariables>;
export const ChangeRoleDocument = new TypedDocumentString(`
    mutation ChangeRole($id: UUID!, $role: Role!) {
  updateMember(id: $id, input: {role: $role}) {
    id
    role
  }
}
    `) as unknown as TypedDocumentString<ChangeRoleMutation, ChangeRoleMutationVariables>;
export const DeleteMemberDocument = new TypedDocumentString(`
    mutation DeleteMember($id: UUID!) {
  deleteMember(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteMemberMutation, DeleteMemberMutationVariables>;
export const AuditLogDocument = new TypedDocumentString(`
    query AuditLog($page: Int!, $q: String, $action: String, $from: Date, $to: Date) {
  auditLog(page: $page, q: $q, action: $action, from: $from, to: $to) {
    total
    entries {
      id
      action
      before
      after
      createdAt
      actor {
        id
        name
        type
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AuditLogQuery, AuditLogQueryVariables>;
export const SecurityLogDocument = new TypedDocumentString(`
    query SecurityLog($page: Int!, $q: String, $kind: String, $from: Date, $to: Date) {
  securityLog(page: $page, q: $q, kind: $kind, from: $from, to: $to) {
    total
    entries {
      id
      kind
      memberId
      memberName
      actorId
      device
      network
      name
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<SecurityLogQuery, SecurityLogQueryVariables>;
export const ResetSecondFactorDocument = new TypedDocumentString(`
    mutation ResetSecondFactor($memberId: UUID!) {
  resetSecondFactor(memberId: $memberId)
}
    `) as unknown as TypedDocumentString<ResetSecondFactorMutation, ResetSecondFactorMutationVariables>;
export const HasSecondFactorDocument = new TypedDocumentString(`
    query HasSecondFactor($memberId: UUID!) {
  hasSecondFactor(memberId: $memberId)
}
    `) as unknown as TypedDocumentString<HasSecondFactorQuery, HasSecondFactorQueryVariables>;
export const TokensDocument = new TypedDocumentString(`
    query Tokens($page: Int!) {
  tokens(page: $page) {
    total
    tokens {
      id
      name
      scope
      lastFour
      createdAt
      expiresAt
      lastUsedAt
    }
  }
}
    `) as unknown as TypedDocumentString<TokensQuery, TokensQueryVariables>;
export const CreateTokenDocument = new TypedDocumentString(`
    mutation CreateToken($input: CreateTokenInput!) {
  createToken(input: $input) {
    id
    token
  }
}
    `) as unknown as TypedDocumentString<CreateTokenMutation, CreateTokenMutationVariables>;
export const DeleteTokenDocument = new TypedDocumentString(`
    mutation DeleteToken($id: UUID!) {
  deleteToken(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteTokenMutation, DeleteTokenMutationVariables>;
export const DeleteOwnTokensDocument = new TypedDocumentString(`
    mutation DeleteOwnTokens {
  deleteOwnTokens
}
    `) as unknown as TypedDocumentString<DeleteOwnTokensMutation, DeleteOwnTokensMutationVariables>;
export const WebhooksDocument = new TypedDocumentString(`
    query Webhooks($page: Int!) {
  webhooks(page: $page) {
    total
    webhooks {
      id
      version
      url
      description
      events
      active
      consecutiveFailures
      disabledReason
    }
  }
}
    `) as unknown as TypedDocumentString<WebhooksQuery, WebhooksQueryVariables>;
export const WebhookDocument = new TypedDocumentString(`
    query Webhook($id: UUID!) {
  webhook(id: $id) {
    id
    version
    url
    description
    events
    active
    consecutiveFailures
    disabledReason
    createdAt
  }
}
    `) as unknown as TypedDocumentString<WebhookQuery, WebhookQueryVariables>;
export const WebhookEventsDocument = new TypedDocumentString(`
    query WebhookEvents {
  webhookEvents {
    events {
      name
      resource
      description
    }
  }
}
    `) as unknown as TypedDocumentString<WebhookEventsQuery, WebhookEventsQueryVariables>;
export const WebhookDeliveriesDocument = new TypedDocumentString(`
    query WebhookDeliveries($id: UUID!, $page: Int!, $status: DeliveryStatus) {
  webhookDeliveries(id: $id, page: $page, status: $status) {
    total
    deliveries {
      id
      createdAt
      event
      eventId
      status
      nextAttemptAt
      attempts {
        at
        durationMs
        status
        error
        requestHeaders
        responseBody
      }
    }
  }
}
    `) as unknown as TypedDocumentString<WebhookDeliveriesQuery, WebhookDeliveriesQueryVariables>;
export const CreateWebhookDocument = new TypedDocumentString(`
    mutation CreateWebhook($input: CreateWebhookInput!) {
  createWebhook(input: $input) {
    id
    secret
  }
}
    `) as unknown as TypedDocumentString<CreateWebhookMutation, CreateWebhookMutationVariables>;
export const UpdateWebhookDocument = new TypedDocumentString(`
    mutation UpdateWebhook($id: UUID!, $version: Int, $input: UpdateWebhookInput!) {
  updateWebhook(id: $id, version: $version, input: $input) {
    id
    version
    url
    description
    events
    active
    consecutiveFailures
    disabledReason
  }
}
    `) as unknown as TypedDocumentString<UpdateWebhookMutation, UpdateWebhookMutationVariables>;
export const DeleteWebhookDocument = new TypedDocumentString(`
    mutation DeleteWebhook($id: UUID!) {
  deleteWebhook(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteWebhookMutation, DeleteWebhookMutationVariables>;
export const RotateWebhookSecretDocument = new TypedDocumentString(`
    mutation RotateWebhookSecret($id: UUID!) {
  rotateWebhookSecret(id: $id) {
    id
    version
    secret
  }
}
    `) as unknown as TypedDocumentString<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const TestWebhookDocument = new TypedDocumentString(`
    mutation TestWebhook($id: UUID!) {
  testWebhook(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<TestWebhookMutation, TestWebhookMutationVariables>;
export const ReplayWebhookDocument = new TypedDocumentString(`
    mutation ReplayWebhook($id: UUID!, $since: DateTime!) {
  replayWebhook(id: $id, since: $since) {
    deliveries
  }
}
    `) as unknown as TypedDocumentString<ReplayWebhookMutation, ReplayWebhookMutationVariables>;
export const RedeliverWebhookDeliveryDocument = new TypedDocumentString(`
    mutation RedeliverWebhookDelivery($id: UUID!) {
  redeliverWebhookDelivery(id: $id) {
    id
    status
    nextAttemptAt
  }
}
    `) as unknown as TypedDocumentString<RedeliverWebhookDeliveryMutation, RedeliverWebhookDeliveryMutationVariables>;
export const SearchDocument = new TypedDocumentString(`
    query Search($q: String!) {
  search(q: $q) {
    results {
      id
      kind
      name
    }
  }
}
    `) as unknown as TypedDocumentString<SearchQuery, SearchQueryVariables>;
export const SignInDocument = new TypedDocumentString(`
    mutation SignIn($email: String!, $password: String!, $organizationId: UUID, $code: String) {
  signIn(
    email: $email
    password: $password
    organizationId: $organizationId
    code: $code
  ) {
    signedIn
    codeRequired
    organizations {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<SignInMutation, SignInMutationVariables>;
export const RequestPasswordResetDocument = new TypedDocumentString(`
    mutation RequestPasswordReset($email: String!) {
  requestPasswordReset(email: $email)
}
    `) as unknown as TypedDocumentString<RequestPasswordResetMutation, RequestPasswordResetMutationVariables>;
export const AccountLinkDocument = new TypedDocumentString(`
    query AccountLink($token: String!) {
  accountLink(token: $token) {
    kind
    email
    name
    organizationName
  }
}
    `) as unknown as TypedDocumentString<AccountLinkQuery, AccountLinkQueryVariables>;
export const AcceptInvitationDocument = new TypedDocumentString(`
    mutation AcceptInvitation($token: String!, $password: String!) {
  acceptInvitation(token: $token, password: $password) {
    signedIn
  }
}
    `) as unknown as TypedDocumentString<AcceptInvitationMutation, AcceptInvitationMutationVariables>;
export const ResetPasswordDocument = new TypedDocumentString(`
    mutation ResetPassword($token: String!, $password: String!) {
  resetPassword(token: $token, password: $password) {
    signedIn
  }
}
    `) as unknown as TypedDocumentString<ResetPasswordMutation, ResetPasswordMutationVariables>;
export const FirstRunDocument = new TypedDocumentString(`
    query FirstRun {
  firstRun {
    open
    offersDemo
  }
}
    `) as unknown as TypedDocumentString<FirstRunQuery, FirstRunQueryVariables>;
export const CreateFirstOrganizationDocument = new TypedDocumentString(`
    mutation CreateFirstOrganization($code: String!, $organizationName: String!, $name: String!, $email: String!, $password: String!, $language: String, $demo: Boolean) {
  createFirstOrganization(
    code: $code
    organizationName: $organizationName
    name: $name
    email: $email
    password: $password
    language: $language
    demo: $demo
  ) {
    signedIn
  }
}
    `) as unknown as TypedDocumentString<CreateFirstOrganizationMutation, CreateFirstOrganizationMutationVariables>;
export const StartPasskeySignInDocument = new TypedDocumentString(`
    mutation StartPasskeySignIn {
  startPasskeySignIn {
    options
    ticket
  }
}
    `) as unknown as TypedDocumentString<StartPasskeySignInMutation, StartPasskeySignInMutationVariables>;
export const SignInWithPasskeyDocument = new TypedDocumentString(`
    mutation SignInWithPasskey($ticket: String!, $response: JSON!) {
  signInWithPasskey(ticket: $ticket, response: $response) {
    signedIn
  }
}
    `) as unknown as TypedDocumentString<SignInWithPasskeyMutation, SignInWithPasskeyMutationVariables>;
export const TasksDocument = new TypedDocumentString(`
    query Tasks($page: Int!, $q: String, $projectId: UUID, $status: TaskStatus, $assigneeId: String, $tagId: UUID, $dueBefore: Date, $sort: TaskSort) {
  tasks(
    page: $page
    q: $q
    projectId: $projectId
    status: $status
    assigneeId: $assigneeId
    tagId: $tagId
    dueBefore: $dueBefore
    sort: $sort
  ) {
    total
    tasks {
      id
      title
      status
      priority
      dueDate
      project {
        id
        name
      }
      column {
        id
        name
      }
      assignees {
        id
        name
      }
      tags {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TasksQuery, TasksQueryVariables>;
export const TaskFiltersDocument = new TypedDocumentString(`
    query TaskFilters($page: Int!) {
  projects(page: $page, perPage: 100, sort: name) {
    total
    projects {
      id
      name
    }
  }
  tags(page: $page, perPage: 100, sort: name) {
    total
    tags {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<TaskFiltersQuery, TaskFiltersQueryVariables>;
export const NameOfProjectDocument = new TypedDocumentString(`
    query NameOfProject($id: UUID!) {
  project(id: $id) {
    id
    name
    client {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<NameOfProjectQuery, NameOfProjectQueryVariables>;
export const TaskPageDocument = new TypedDocumentString(`
    query TaskPage($id: UUID!) {
  task(id: $id) {
    ...TaskData
    attachments(perPage: 100) {
      ...AttachmentData
    }
  }
}
    fragment TaskData on Task {
  id
  version
  title
  description
  status
  priority
  dueDate
  completedAt
  projectId
  columnId
  project {
    id
    name
  }
  column {
    id
    name
  }
  assignees {
    id
    name
  }
  tags {
    id
    name
  }
  subtasks {
    ...Step
  }
}
fragment Step on Subtask {
  id
  version
  title
  done
  position
}
fragment AttachmentData on Attachment {
  id
  file {
    id
    name
    sizeBytes
  }
}`) as unknown as TypedDocumentString<TaskPageQuery, TaskPageQueryVariables>;
export const AttachmentsOfTaskDocument = new TypedDocumentString(`
    query AttachmentsOfTask($taskId: UUID!, $page: Int!) {
  attachments(taskId: $taskId, page: $page, perPage: 100) {
    total
    attachments {
      ...AttachmentData
    }
  }
}
    fragment AttachmentData on Attachment {
  id
  file {
    id
    name
    sizeBytes
  }
}`) as unknown as TypedDocumentString<AttachmentsOfTaskQuery, AttachmentsOfTaskQueryVariables>;
export const ColumnsOfTaskDocument = new TypedDocumentString(`
    query ColumnsOfTask($projectId: UUID!) {
  projectColumns(id: $projectId) {
    id
    name
  }
}
    `) as unknown as TypedDocumentString<ColumnsOfTaskQuery, ColumnsOfTaskQueryVariables>;
export const TaskChoicesDocument = new TypedDocumentString(`
    query TaskChoices($page: Int!) {
  members(page: $page, perPage: 100, sort: name) {
    total
    members {
      id
      name
    }
  }
  tags(page: $page, perPage: 100, sort: name) {
    total
    tags {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<TaskChoicesQuery, TaskChoicesQueryVariables>;
export const UpdateTaskDocument = new TypedDocumentString(`
    mutation UpdateTask($id: UUID!, $version: Int, $input: UpdateTaskInput!) {
  updateTask(id: $id, version: $version, input: $input) {
    ...TaskData
  }
}
    fragment TaskData on Task {
  id
  version
  title
  description
  status
  priority
  dueDate
  completedAt
  projectId
  columnId
  project {
    id
    name
  }
  column {
    id
    name
  }
  assignees {
    id
    name
  }
  tags {
    id
    name
  }
  subtasks {
    ...Step
  }
}
fragment Step on Subtask {
  id
  version
  title
  done
  position
}`) as unknown as TypedDocumentString<UpdateTaskMutation, UpdateTaskMutationVariables>;
export const CreateTagOfTaskDocument = new TypedDocumentString(`
    mutation CreateTagOfTask($name: String!) {
  createTag(input: {name: $name}) {
    id
    name
  }
}
    `) as unknown as TypedDocumentString<CreateTagOfTaskMutation, CreateTagOfTaskMutationVariables>;
export const DeleteTaskDocument = new TypedDocumentString(`
    mutation DeleteTask($id: UUID!) {
  deleteTask(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteTaskMutation, DeleteTaskMutationVariables>;
export const TaskNowDocument = new TypedDocumentString(`
    query TaskNow($id: UUID!) {
  task(id: $id) {
    id
    version
    status
    completedAt
    columnId
    position
  }
}
    `) as unknown as TypedDocumentString<TaskNowQuery, TaskNowQueryVariables>;
export const SetTaskStatusDocument = new TypedDocumentString(`
    mutation SetTaskStatus($id: UUID!, $version: Int, $status: TaskStatus!) {
  updateTask(id: $id, version: $version, input: {status: $status}) {
    ...TaskData
  }
}
    fragment TaskData on Task {
  id
  version
  title
  description
  status
  priority
  dueDate
  completedAt
  projectId
  columnId
  project {
    id
    name
  }
  column {
    id
    name
  }
  assignees {
    id
    name
  }
  tags {
    id
    name
  }
  subtasks {
    ...Step
  }
}
fragment Step on Subtask {
  id
  version
  title
  done
  position
}`) as unknown as TypedDocumentString<SetTaskStatusMutation, SetTaskStatusMutationVariables>;
export const CreateStepDocument = new TypedDocumentString(`
    mutation CreateStep($taskId: UUID!, $input: CreateSubtaskInput!) {
  createSubtask(taskId: $taskId, input: $input) {
    ...Step
  }
}
    fragment Step on Subtask {
  id
  version
  title
  done
  position
}`) as unknown as TypedDocumentString<CreateStepMutation, CreateStepMutationVariables>;
export const StepsNowDocument = new TypedDocumentString(`
    query StepsNow($id: UUID!) {
  task(id: $id) {
    subtasks {
      ...Step
    }
  }
}
    fragment Step on Subtask {
  id
  version
  title
  done
  position
}`) as unknown as TypedDocumentString<StepsNowQuery, StepsNowQueryVariables>;
export const UpdateStepDocument = new TypedDocumentString(`
    mutation UpdateStep($id: UUID!, $version: Int, $input: UpdateSubtaskInput!) {
  updateSubtask(id: $id, version: $version, input: $input) {
    ...Step
  }
}
    fragment Step on Subtask {
  id
  version
  title
  done
  position
}`) as unknown as TypedDocumentString<UpdateStepMutation, UpdateStepMutationVariables>;
export const DeleteStepDocument = new TypedDocumentString(`
    mutation DeleteStep($id: UUID!) {
  deleteSubtask(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteStepMutation, DeleteStepMutationVariables>;
export const CommentsOfTaskDocument = new TypedDocumentString(`
    query CommentsOfTask($taskId: UUID!, $page: Int!) {
  comments(taskId: $taskId, page: $page, perPage: 50, sort: created_at_desc) {
    total
    comments {
      id
      version
      authorId
      assistant
      content
      createdAt
      updatedAt
      author {
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CommentsOfTaskQuery, CommentsOfTaskQueryVariables>;
export const MembersToMentionDocument = new TypedDocumentString(`
    query MembersToMention($page: Int!) {
  members(page: $page, perPage: 100, sort: name) {
    total
    members {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<MembersToMentionQuery, MembersToMentionQueryVariables>;
export const WriteCommentDocument = new TypedDocumentString(`
    mutation WriteComment($taskId: UUID!, $content: String!) {
  createComment(taskId: $taskId, input: {content: $content}) {
    id
  }
}
    `) as unknown as TypedDocumentString<WriteCommentMutation, WriteCommentMutationVariables>;
export const RewriteCommentDocument = new TypedDocumentString(`
    mutation RewriteComment($id: UUID!, $version: Int, $content: String!) {
  updateComment(id: $id, version: $version, input: {content: $content}) {
    id
    version
    content
    updatedAt
  }
}
    `) as unknown as TypedDocumentString<RewriteCommentMutation, RewriteCommentMutationVariables>;
export const DeleteCommentDocument = new TypedDocumentString(`
    mutation DeleteComment($id: UUID!) {
  deleteComment(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteCommentMutation, DeleteCommentMutationVariables>;
export const AttachDocument = new TypedDocumentString(`
    mutation Attach($taskId: UUID!, $fileId: UUID!) {
  createAttachment(taskId: $taskId, input: {fileId: $fileId}) {
    id
  }
}
    `) as unknown as TypedDocumentString<AttachMutation, AttachMutationVariables>;
export const DetachDocument = new TypedDocumentString(`
    mutation Detach($id: UUID!) {
  deleteAttachment(id: $id)
}
    `) as unknown as TypedDocumentString<DetachMutation, DetachMutationVariables>;
export const DownloadOfAttachmentDocument = new TypedDocumentString(`
    query DownloadOfAttachment($id: UUID!) {
  fileDownload(id: $id) {
    url
  }
}
    `) as unknown as TypedDocumentString<DownloadOfAttachmentQuery, DownloadOfAttachmentQueryVariables>;
export const TimeOfTaskDocument = new TypedDocumentString(`
    query TimeOfTask($taskId: UUID!) {
  timeEntries(taskId: $taskId, perPage: 10, sort: started_at_desc) {
    total
    sumSeconds
    timeEntries {
      id
      startedAt
      durationSeconds
      userName
      description
      status
    }
  }
}
    `) as unknown as TypedDocumentString<TimeOfTaskQuery, TimeOfTaskQueryVariables>;
export const RunningTimerDocument = new TypedDocumentString(`
    query RunningTimer {
  runningTimer {
    ...Entry
  }
}
    fragment Entry on TimeEntry {
  id
  version
  status
  startedAt
  endedAt
  durationSeconds
  description
  billable
  invoiceId
  project {
    id
    name
  }
  task {
    id
    title
  }
}`) as unknown as TypedDocumentString<RunningTimerQuery, RunningTimerQueryVariables>;
export const LastWorkedOnDocument = new TypedDocumentString(`
    query LastWorkedOn($userId: UUID!) {
  timeEntries(
    userId: $userId
    status: stopped
    perPage: 15
    sort: started_at_desc
  ) {
    timeEntries {
      ...Entry
    }
  }
}
    fragment Entry on TimeEntry {
  id
  version
  status
  startedAt
  endedAt
  durationSeconds
  description
  billable
  invoiceId
  project {
    id
    name
  }
  task {
    id
    title
  }
}`) as unknown as TypedDocumentString<LastWorkedOnQuery, LastWorkedOnQueryVariables>;
export const WorkedOnDocument = new TypedDocumentString(`
    query WorkedOn($q: String) {
  projects(q: $q, status: active, perPage: 10, sort: name) {
    projects {
      id
      name
    }
  }
  tasks(q: $q, status: open, perPage: 15) {
    tasks {
      id
      title
      project {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<WorkedOnQuery, WorkedOnQueryVariables>;
export const ProjectWorkedOnDocument = new TypedDocumentString(`
    query ProjectWorkedOn($id: UUID!) {
  project(id: $id) {
    id
    name
  }
}
    `) as unknown as TypedDocumentString<ProjectWorkedOnQuery, ProjectWorkedOnQueryVariables>;
export const StartTimerDocument = new TypedDocumentString(`
    mutation StartTimer($input: StartTimerInput!) {
  startTimer(input: $input) {
    ...Entry
  }
}
    fragment Entry on TimeEntry {
  id
  version
  status
  startedAt
  endedAt
  durationSeconds
  description
  billable
  invoiceId
  project {
    id
    name
  }
  task {
    id
    title
  }
}`) as unknown as TypedDocumentString<StartTimerMutation, StartTimerMutationVariables>;
export const StopTimerDocument = new TypedDocumentString(`
    mutation StopTimer($id: UUID!) {
  stopTimer(id: $id) {
    ...Entry
  }
}
    fragment Entry on TimeEntry {
  id
  version
  status
  startedAt
  endedAt
  durationSeconds
  description
  billable
  invoiceId
  project {
    id
    name
  }
  task {
    id
    title
  }
}`) as unknown as TypedDocumentString<StopTimerMutation, StopTimerMutationVariables>;
export const ContinueTimerDocument = new TypedDocumentString(`
    mutation ContinueTimer($id: UUID!) {
  continueTimer(id: $id) {
    ...Entry
  }
}
    fragment Entry on TimeEntry {
  id
  version
  status
  startedAt
  endedAt
  durationSeconds
  description
  billable
  invoiceId
  project {
    id
    name
  }
  task {
    id
    title
  }
}`) as unknown as TypedDocumentString<ContinueTimerMutation, ContinueTimerMutationVariables>;
export const WeekDocument = new TypedDocumentString(`
    query Week($userId: UUID!, $from: Date!, $to: Date!, $page: Int!) {
  timeEntries(
    userId: $userId
    from: $from
    to: $to
    page: $page
    perPage: 100
    sort: started_at
  ) {
    total
    sumSeconds
    timeEntries {
      ...WeekEntry
    }
  }
}
    fragment Entry on TimeEntry {
  id
  version
  status
  startedAt
  endedAt
  durationSeconds
  description
  billable
  invoiceId
  project {
    id
    name
  }
  task {
    id
    title
  }
}
fragment WeekEntry on TimeEntry {
  ...Entry
  overlaps
}`) as unknown as TypedDocumentString<WeekQuery, WeekQueryVariables>;
export const InvoicesOfTimeDocument = new TypedDocumentString(`
    query InvoicesOfTime($userId: UUID!, $from: Date!, $to: Date!, $page: Int!) {
  timeEntries(
    userId: $userId
    from: $from
    to: $to
    invoiced: true
    page: $page
    perPage: 100
    sort: started_at
  ) {
    total
    timeEntries {
      id
      invoice {
        id
        number
      }
    }
  }
}
    `) as unknown as TypedDocumentString<InvoicesOfTimeQuery, InvoicesOfTimeQueryVariables>;
export const ColleagueDocument = new TypedDocumentString(`
    query Colleague($id: UUID!) {
  member(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<ColleagueQuery, ColleagueQueryVariables>;
export const ColleaguesDocument = new TypedDocumentString(`
    query Colleagues($page: Int!) {
  members(page: $page, perPage: 100, sort: name) {
    total
    members {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<ColleaguesQuery, ColleaguesQueryVariables>;
export const EntryNowDocument = new TypedDocumentString(`
    query EntryNow($id: UUID!) {
  timeEntry(id: $id) {
    ...Entry
  }
}
    fragment Entry on TimeEntry {
  id
  version
  status
  startedAt
  endedAt
  durationSeconds
  description
  billable
  invoiceId
  project {
    id
    name
  }
  task {
    id
    title
  }
}`) as unknown as TypedDocumentString<EntryNowQuery, EntryNowQueryVariables>;
export const CreateTimeEntryDocument = new TypedDocumentString(`
    mutation CreateTimeEntry($input: CreateTimeEntryInput!) {
  createTimeEntry(input: $input) {
    ...WeekEntry
  }
}
    fragment Entry on TimeEntry {
  id
  version
  status
  startedAt
  endedAt
  durationSeconds
  description
  billable
  invoiceId
  project {
    id
    name
  }
  task {
    id
    title
  }
}
fragment WeekEntry on TimeEntry {
  ...Entry
  overlaps
}`) as unknown as TypedDocumentString<CreateTimeEntryMutation, CreateTimeEntryMutationVariables>;
export const UpdateTimeEntryDocument = new TypedDocumentString(`
    mutation UpdateTimeEntry($id: UUID!, $version: Int, $input: UpdateTimeEntryInput!) {
  updateTimeEntry(id: $id, version: $version, input: $input) {
    ...WeekEntry
  }
}
    fragment Entry on TimeEntry {
  id
  version
  status
  startedAt
  endedAt
  durationSeconds
  description
  billable
  invoiceId
  project {
    id
    name
  }
  task {
    id
    title
  }
}
fragment WeekEntry on TimeEntry {
  ...Entry
  overlaps
}`) as unknown as TypedDocumentString<UpdateTimeEntryMutation, UpdateTimeEntryMutationVariables>;
export const DeleteTimeEntryDocument = new TypedDocumentString(`
    mutation DeleteTimeEntry($id: UUID!) {
  deleteTimeEntry(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteTimeEntryMutation, DeleteTimeEntryMutationVariables>;
export const UnbilledByClientDocument = new TypedDocumentString(`
    query UnbilledByClient($from: Date!, $to: Date!) {
  timeReport(
    groupBy: client
    from: $from
    to: $to
    billable: true
    invoiced: false
  ) {
    rows {
      ...ReportRow
    }
  }
}
    fragment ReportRow on TimeReportRow {
  id
  name
  seconds
  billableSeconds
  invoicedSeconds
  amountCents
}`) as unknown as TypedDocumentString<UnbilledByClientQuery, UnbilledByClientQueryVariables>;
export const UnbilledOfClientDocument = new TypedDocumentString(`
    query UnbilledOfClient($clientId: UUID!, $from: Date!, $to: Date!) {
  client(id: $clientId) {
    id
    name
  }
  timeReport(
    groupBy: project
    clientId: $clientId
    from: $from
    to: $to
    billable: true
    invoiced: false
  ) {
    rows {
      ...ReportRow
    }
    totals {
      seconds
    }
  }
}
    fragment ReportRow on TimeReportRow {
  id
  name
  seconds
  billableSeconds
  invoicedSeconds
  amountCents
}`) as unknown as TypedDocumentString<UnbilledOfClientQuery, UnbilledOfClientQueryVariables>;
export const BilledTimeDocument = new TypedDocumentString(`
    query BilledTime($input: BillTimeInput!) {
  timeEntriesPreview(input: $input) {
    lineItems {
      ...LineData
    }
    subtotalCents
    totalCents
    taxBreakdown {
      taxRate
      taxCategory
      taxCents
    }
  }
}
    fragment LineData on LineItem {
  description
  quantity
  unit
  unitPriceCents
  discountPercent
  taxRate
  supply
  taxCategory
  taxExemptionReason
  netCents
  requestedCategory
  requestedReason
}`) as unknown as TypedDocumentString<BilledTimeQuery, BilledTimeQueryVariables>;
export const BillTimeDocument = new TypedDocumentString(`
    mutation BillTime($input: BillTimeInput!) {
  invoiceFromTimeEntries(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<BillTimeMutation, BillTimeMutationVariables>;
export const TaskWorkedOnDocument = new TypedDocumentString(`
    query TaskWorkedOn($id: UUID!) {
  task(id: $id) {
    id
    title
    project {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<TaskWorkedOnQuery, TaskWorkedOnQueryVariables>;
export const TimeReportDocument = new TypedDocumentString(`
    query TimeReport($groupBy: TimeGroup!, $from: Date!, $to: Date!, $clientId: UUID, $projectId: UUID, $userId: UUID, $billable: Boolean, $invoiced: Boolean) {
  timeReport(
    groupBy: $groupBy
    from: $from
    to: $to
    clientId: $clientId
    projectId: $projectId
    userId: $userId
    billable: $billable
    invoiced: $invoiced
  ) {
    rows {
      ...ReportRow
    }
    totals {
      seconds
      billableSeconds
      invoicedSeconds
      amountCents
    }
  }
}
    fragment ReportRow on TimeReportRow {
  id
  name
  seconds
  billableSeconds
  invoicedSeconds
  amountCents
}`) as unknown as TypedDocumentString<TimeReportQuery, TimeReportQueryVariables>;
export const TimeExportDocument = new TypedDocumentString(`
    query TimeExport($from: Date!, $to: Date!, $clientId: UUID, $projectId: UUID, $userId: UUID, $billable: Boolean, $invoiced: Boolean) {
  timeExport(
    from: $from
    to: $to
    clientId: $clientId
    projectId: $projectId
    userId: $userId
    billable: $billable
    invoiced: $invoiced
  ) {
    exportUrl
  }
}
    `) as unknown as TypedDocumentString<TimeExportQuery, TimeExportQueryVariables>;
export const ReportedClientDocument = new TypedDocumentString(`
    query ReportedClient($id: UUID!) {
  client(id: $id) {
    id
    name
  }
}
    `) as unknown as TypedDocumentString<ReportedClientQuery, ReportedClientQueryVariables>;
export const ReportedProjectDocument = new TypedDocumentString(`
    query ReportedProject($id: UUID!) {
  project(id: $id) {
    id
    name
  }
}
    `) as unknown as TypedDocumentString<ReportedProjectQuery, ReportedProjectQueryVariables>;
export const ReportedClientsDocument = new TypedDocumentString(`
    query ReportedClients($q: String) {
  clients(q: $q, perPage: 20, sort: name) {
    clients {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<ReportedClientsQuery, ReportedClientsQueryVariables>;
export const ReportedProjectsDocument = new TypedDocumentString(`
    query ReportedProjects($q: String, $clientId: UUID) {
  projects(q: $q, clientId: $clientId, perPage: 20, sort: name) {
    projects {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<ReportedProjectsQuery, ReportedProjectsQueryVariables>;
export const LatestChangesDocument = new TypedDocumentString(`
    query LatestChanges($names: [String!]) {
  events(perPage: 25, names: $names, sort: created_at_desc) {
    events {
      id
      data
      changes
      actor {
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LatestChangesQuery, LatestChangesQueryVariables>;
export const WhiteboardsDocument = new TypedDocumentString(`
    query Whiteboards($projectId: UUID!, $page: Int!) {
  whiteboards(projectId: $projectId, page: $page) {
    total
    whiteboards {
      id
      title
      updatedAt
    }
  }
}
    `) as unknown as TypedDocumentString<WhiteboardsQuery, WhiteboardsQueryVariables>;
export const WhiteboardPageDocument = new TypedDocumentString(`
    query WhiteboardPage($id: UUID!) {
  whiteboard(id: $id) {
    ...WhiteboardData
  }
}
    fragment WhiteboardData on Whiteboard {
  id
  version
  title
  scene
  project {
    id
    name
  }
}`) as unknown as TypedDocumentString<WhiteboardPageQuery, WhiteboardPageQueryVariables>;
export const CreateWhiteboardDocument = new TypedDocumentString(`
    mutation CreateWhiteboard($projectId: UUID!, $title: String!) {
  createWhiteboard(input: {projectId: $projectId, title: $title}) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateWhiteboardMutation, CreateWhiteboardMutationVariables>;
export const WhiteboardNowDocument = new TypedDocumentString(`
    query WhiteboardNow($id: UUID!) {
  whiteboard(id: $id) {
    id
    version
    title
  }
}
    `) as unknown as TypedDocumentString<WhiteboardNowQuery, WhiteboardNowQueryVariables>;
export const RenameWhiteboardDocument = new TypedDocumentString(`
    mutation RenameWhiteboard($id: UUID!, $version: Int, $title: String!) {
  updateWhiteboard(id: $id, version: $version, input: {title: $title}) {
    ...WhiteboardData
  }
}
    fragment WhiteboardData on Whiteboard {
  id
  version
  title
  scene
  project {
    id
    name
  }
}`) as unknown as TypedDocumentString<RenameWhiteboardMutation, RenameWhiteboardMutationVariables>;
export const SaveSceneDocument = new TypedDocumentString(`
    mutation SaveScene($id: UUID!, $version: Int!, $scene: JSON) {
  updateWhiteboard(id: $id, version: $version, input: {scene: $scene}) {
    ...WhiteboardData
  }
}
    fragment WhiteboardData on Whiteboard {
  id
  version
  title
  scene
  project {
    id
    name
  }
}`) as unknown as TypedDocumentString<SaveSceneMutation, SaveSceneMutationVariables>;
export const DeleteWhiteboardDocument = new TypedDocumentString(`
    mutation DeleteWhiteboard($id: UUID!) {
  deleteWhiteboard(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteWhiteboardMutation, DeleteWhiteboardMutationVariables>;