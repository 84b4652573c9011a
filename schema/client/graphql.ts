/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
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

/** Legal kind of a client: decides the VAT treatment and the rate of default interest. */
export type ClientKind =
  | 'business'
  | 'consumer'
  | 'public';

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

/** Goods or service, which decides where VAT is due. */
export type Supply =
  | 'goods'
  | 'service';

/** VAT category of EN 16931 (UNTDID 5305). */
export type TaxCategory =
  | 'AE'
  | 'E'
  | 'G'
  | 'K'
  | 'O'
  | 'S'
  | 'Z';

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

export type CreateClientMutationVariables = Exact<{
  input: CreateClientInput;
}>;


export type CreateClientMutation = { createClient: { id: string, name: string, vatId: string | null, paymentTermsDays: number | null, version: number } };

export type CreateThreeClientsMutationVariables = Exact<{
  first: CreateClientInput;
  second: CreateClientInput;
  third: CreateClientInput;
}>;


export type CreateThreeClientsMutation = { first: { id: string }, second: { id: string }, third: { id: string } };

export type UpdateClientMutationVariables = Exact<{
  id: string;
  version?: number | null | undefined;
  input: UpdateClientInput;
}>;


export type UpdateClientMutation = { updateClient: { id: string, city: string | null, version: number } };

export type CountClientsQueryVariables = Exact<{
  q?: string | null | undefined;
}>;


export type CountClientsQuery = { clients: { total: number } | null };

export type LiveEventsSubscriptionVariables = Exact<{
  names?: Array<string> | string | null | undefined;
  after?: string | null | undefined;
}>;


export type LiveEventsSubscription = { events: { event: string, sequence: number, data: unknown } };

export type CreateInvoiceMutationVariables = Exact<{
  input: CreateInvoiceInput;
}>;


export type CreateInvoiceMutation = { createInvoice: { id: string, status: InvoiceStatus, number: string | null, totalCents: number, taxBreakdown: Array<{ taxRate: number, taxCents: number }> } };

export type SendInvoiceMutationVariables = Exact<{
  id: string;
}>;


export type SendInvoiceMutation = { sendInvoice: { status: InvoiceStatus, number: string | null, sentAt: string | null, client: { name: string } } };

export type CountInvoicesQueryVariables = Exact<{
  clientId?: string | null | undefined;
}>;


export type CountInvoicesQuery = { invoices: { total: number, sumOpenCents: number } | null };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { me: { id: string, role: Role, language: string | null } | null };

export type MembersQueryVariables = Exact<{
  role?: Role | null | undefined;
}>;


export type MembersQuery = { members: { total: number, members: Array<{ id: string, name: string, email: string | null, role: Role }> } | null };

export type CreateMemberMutationVariables = Exact<{
  input: CreateMemberInput;
}>;


export type CreateMemberMutation = { createMember: { id: string, slug: string, role: Role, timezone: string } };

export type UpdateOrganizationMutationVariables = Exact<{
  version?: number | null | undefined;
  input: UpdateOrganizationInput;
}>;


export type UpdateOrganizationMutation = { updateOrganization: { id: string, city: string | null, version: number } };

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

export const CreateClientDocument = new TypedDocumentString(`
    mutation CreateClient($input: CreateClientInput!) {
  createClient(input: $input) {
    id
    name
    vatId
    paymentTermsDays
    version
  }
}
    `) as unknown as TypedDocumentString<CreateClientMutation, CreateClientMutationVariables>;
export const CreateThreeClientsDocument = new TypedDocumentString(`
    mutation CreateThreeClients($first: CreateClientInput!, $second: CreateClientInput!, $third: CreateClientInput!) {
  first: createClient(input: $first) {
    id
  }
  second: createClient(input: $second) {
    id
  }
  third: createClient(input: $third) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateThreeClientsMutation, CreateThreeClientsMutationVariables>;
export const UpdateClientDocument = new TypedDocumentString(`
    mutation UpdateClient($id: UUID!, $version: Int, $input: UpdateClientInput!) {
  updateClient(id: $id, version: $version, input: $input) {
    id
    city
    version
  }
}
    `) as unknown as TypedDocumentString<UpdateClientMutation, UpdateClientMutationVariables>;
export const CountClientsDocument = new TypedDocumentString(`
    query CountClients($q: String) {
  clients(q: $q) {
    total
  }
}
    `) as unknown as TypedDocumentString<CountClientsQuery, CountClientsQueryVariables>;
export const LiveEventsDocument = new TypedDocumentString(`
    subscription LiveEvents($names: [String!], $after: UUID) {
  events(names: $names, after: $after) {
    event
    sequence
    data
  }
}
    `) as unknown as TypedDocumentString<LiveEventsSubscription, LiveEventsSubscriptionVariables>;
export const CreateInvoiceDocument = new TypedDocumentString(`
    mutation CreateInvoice($input: CreateInvoiceInput!) {
  createInvoice(input: $input) {
    id
    status
    number
    totalCents
    taxBreakdown {
      taxRate
      taxCents
    }
  }
}
    `) as unknown as TypedDocumentString<CreateInvoiceMutation, CreateInvoiceMutationVariables>;
export const SendInvoiceDocument = new TypedDocumentString(`
    mutation SendInvoice($id: UUID!) {
  sendInvoice(id: $id) {
    status
    number
    sentAt
    client {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<SendInvoiceMutation, SendInvoiceMutationVariables>;
export const CountInvoicesDocument = new TypedDocumentString(`
    query CountInvoices($clientId: UUID) {
  invoices(clientId: $clientId) {
    total
    sumOpenCents
  }
}
    `) as unknown as TypedDocumentString<CountInvoicesQuery, CountInvoicesQueryVariables>;
export const MeDocument = new TypedDocumentString(`
    query Me {
  me {
    id
    role
    language
  }
}
    `) as unknown as TypedDocumentString<MeQuery, MeQueryVariables>;
export const MembersDocument = new TypedDocumentString(`
    query Members($role: Role) {
  members(role: $role) {
    total
    members {
      id
      name
      email
      role
    }
  }
}
    `) as unknown as TypedDocumentString<MembersQuery, MembersQueryVariables>;
export const CreateMemberDocument = new TypedDocumentString(`
    mutation CreateMember($input: CreateMemberInput!) {
  createMember(input: $input) {
    id
    slug
    role
    timezone
  }
}
    `) as unknown as TypedDocumentString<CreateMemberMutation, CreateMemberMutationVariables>;
export const UpdateOrganizationDocument = new TypedDocumentString(`
    mutation UpdateOrganization($version: Int, $input: UpdateOrganizationInput!) {
  updateOrganization(version: $version, input: $input) {
    id
    city
    version
  }
}
    `) as unknown as TypedDocumentString<UpdateOrganizationMutation, UpdateOrganizationMutationVariables>;