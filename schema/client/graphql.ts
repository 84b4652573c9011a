/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type AccountingInput = {
  /** Digits of an account. */
  accountLength?: number | null | undefined;
  /** Revenue by tax category and rate. */
  accounts?: Array<RevenueAccountInput> | null | undefined;
  /** The account of the bank. */
  bankAccount?: string | null | undefined;
  /** `SKR03` or `SKR04`. */
  chart?: string | null | undefined;
  /** Mandantennummer. */
  datevClientNumber?: string | null | undefined;
  /** Beraternummer. */
  datevConsultantNumber?: string | null | undefined;
  /** Payments are exported too. */
  exportPayments?: boolean | null | undefined;
  /** Month and day, `MM-DD`. */
  fiscalYearStart?: string | null | undefined;
  /** The batch is marked as final. */
  lockBatch?: boolean | null | undefined;
};

/** What a client is to the law of taxes and interest. */
export type ClientKind =
  | 'business'
  | 'consumer'
  | 'public';

export type CreateClientInput = {
  /** Put away: kept, and no longer offered. */
  archived?: boolean;
  /** The Leitweg-ID of a public body. */
  buyerReference?: string | null | undefined;
  /** The town. */
  city?: string | null | undefined;
  /** `#rrggbb`. */
  color?: string | null | undefined;
  /** Whom to write to. */
  contactName?: string | null | undefined;
  /** ISO 3166-1 alpha-2. */
  country?: string | null | undefined;
  /** The number it has with you. */
  customerNumber?: string | null | undefined;
  /** The debtor account, 10000 to 69999, unique in the organization. */
  debtorNumber?: number | null | undefined;
  /** An email address. */
  email?: string | null | undefined;
  /** Its id in another system of yours: unique among the organization's, and a filter of the list. */
  externalId?: string | null | undefined;
  /** Of an hour; that of the organization unless set. */
  hourlyRateCents?: number | null | undefined;
  /** Where invoices are mailed to; else `email`. */
  invoiceEmail?: string | null | undefined;
  /** What it is to the law of taxes and interest. */
  kind?: ClientKind;
  /** `de` or `en`. */
  language?: string | null | undefined;
  /** Words of your own by keys of your own; replaced as a whole. Never null. */
  metadata?: Record<string, string> | null | undefined;
  /** What people call it. */
  name: string;
  /** For colleagues alone. */
  notes?: string | null | undefined;
  /** Days to pay; those of the organization unless set. */
  paymentTermsDays?: number | null | undefined;
  /** As people write it. */
  phone?: string | null | undefined;
  /** As the country writes it. */
  postalCode?: string | null | undefined;
  /** Street and number. */
  street?: string | null | undefined;
  /** What time is rounded up to on an invoice; as the organization does unless set. */
  timeRoundingMinutes?: number | null | undefined;
  /** With the prefix of its country; Greece is EL. */
  vatId?: string | null | undefined;
  /** A web address. */
  website?: string | null | undefined;
};

export type CreateInvoiceInput = {
  /** Days after the issue date within which the cash discount may be taken. */
  cashDiscountDays?: number | null | undefined;
  /** Cash discount for early payment, in percent of the total. */
  cashDiscountPercent?: number | null | undefined;
  /** The client, by its id. */
  clientId: string;
  /** Stands below the sums. */
  closing?: string | null | undefined;
  /** The last day to pay. */
  dueDate: string;
  /** Never reminded of. */
  dunningBlocked?: boolean;
  /** Its id in another system of yours: unique among the organization's, and a filter of the list. */
  externalId?: string | null | undefined;
  /** Stands above the lines. */
  introduction?: string | null | undefined;
  /** The date on the document. */
  issueDate: string;
  /** `de` or `en`. */
  language?: string | null | undefined;
  /** What is billed. */
  lineItems: Array<LineItemInput>;
  /** Words of your own by keys of your own; replaced as a whole. Never null. */
  metadata?: Record<string, string> | null | undefined;
  /** The project, by its id. */
  projectId?: string | null | undefined;
  /** The first day of what is billed. */
  serviceFrom?: string | null | undefined;
  /** Its last day. */
  serviceTo?: string | null | undefined;
};

export type CreateMemberInput = {
  /** Shown to owners and admins, and to the person. */
  email: string;
  /** Of an hour; that of the organization unless set. */
  hourlyRateCents?: number | null | undefined;
  /** `de` or `en`. */
  language?: string | null | undefined;
  /** What people call it. */
  name: string;
  /** What the person may do. */
  role: Role;
  /** Unique over the whole service; made from the name unless sent. Never null. */
  slug?: string | null | undefined;
  /** A name of the IANA time zone database. */
  timezone?: string;
};

export type DunningInput = {
  /** Reminders go out by themselves. */
  automatic: boolean;
  /** What happens when, in their order. */
  levels: Array<DunningLevelInput>;
};

export type DunningLevelInput = {
  /** After the due date. */
  days: number;
  /** What is added. */
  feeCents: number;
  /** 0 (Zahlungserinnerung) to 3. */
  level: number;
  /** Stands in the reminder. */
  text?: string | null | undefined;
};

export type InvoiceStatus =
  | 'cancelled'
  | 'draft'
  | 'overdue'
  | 'paid'
  | 'partially_paid'
  | 'sent';

export type LineItemInput = {
  /** The first row is its name. */
  description: string;
  /** Less by so much, in percent. */
  discountPercent?: number | null | undefined;
  /** To four decimals; negative on a discount line. */
  quantity: number;
  /** `service` unless sent. */
  supply?: Supply | null | undefined;
  /** Found from rate, seller and buyer unless sent. */
  taxCategory?: TaxCategory | null | undefined;
  /** Why no tax is due, where none is. */
  taxExemptionReason?: string | null | undefined;
  /** Percent. */
  taxRate: number;
  /** UN/ECE Recommendation 20 or 21 code; C62 (piece) unless sent. */
  unit?: string | null | undefined;
  /** Of one unit, net. */
  unitPriceCents: number;
};

export type RevenueAccountInput = {
  /** The account it is booked on. */
  account: string;
  /** Of EN 16931. */
  taxCategory: string;
  /** Percent; every rate of the category unless sent. */
  taxRate?: number | null | undefined;
};

/** What a member may do. */
export type Role =
  | 'accountant'
  | 'admin'
  | 'auditor'
  | 'member'
  | 'owner'
  | 'viewer';

/** What is supplied: it decides where tax is due. */
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

/** The fields to change; null clears. */
export type UpdateClientInput = {
  /** Put away: kept, and no longer offered. Never null. */
  archived?: boolean | null | undefined;
  /** The Leitweg-ID of a public body. */
  buyerReference?: string | null | undefined;
  /** The town. */
  city?: string | null | undefined;
  /** `#rrggbb`. */
  color?: string | null | undefined;
  /** Whom to write to. */
  contactName?: string | null | undefined;
  /** ISO 3166-1 alpha-2. */
  country?: string | null | undefined;
  /** The number it has with you. */
  customerNumber?: string | null | undefined;
  /** The debtor account, 10000 to 69999, unique in the organization. */
  debtorNumber?: number | null | undefined;
  /** An email address. */
  email?: string | null | undefined;
  /** Its id in another system of yours: unique among the organization's, and a filter of the list. */
  externalId?: string | null | undefined;
  /** Of an hour; that of the organization unless set. */
  hourlyRateCents?: number | null | undefined;
  /** Where invoices are mailed to; else `email`. */
  invoiceEmail?: string | null | undefined;
  /** What it is to the law of taxes and interest. Never null. */
  kind?: ClientKind | null | undefined;
  /** `de` or `en`. */
  language?: string | null | undefined;
  /** Words of your own by keys of your own; replaced as a whole. Never null. */
  metadata?: Record<string, string> | null | undefined;
  /** What people call it. Never null. */
  name?: string | null | undefined;
  /** For colleagues alone. */
  notes?: string | null | undefined;
  /** Days to pay; those of the organization unless set. */
  paymentTermsDays?: number | null | undefined;
  /** As people write it. */
  phone?: string | null | undefined;
  /** As the country writes it. */
  postalCode?: string | null | undefined;
  /** Street and number. */
  street?: string | null | undefined;
  /** What time is rounded up to on an invoice; as the organization does unless set. */
  timeRoundingMinutes?: number | null | undefined;
  /** With the prefix of its country; Greece is EL. */
  vatId?: string | null | undefined;
  /** A web address. */
  website?: string | null | undefined;
};

/** The fields to change; null clears. */
export type UpdateOrganizationInput = {
  /** Of rules and headings on documents. */
  accentColor?: string | null | undefined;
  /** Whose account it is; the legal name unless set. */
  accountHolder?: string | null | undefined;
  /** How books are exported. Never null. */
  accounting?: AccountingInput | null | undefined;
  /** Of the bank. */
  bankName?: string | null | undefined;
  /** Of the bank. */
  bic?: string | null | undefined;
  /** The town. */
  city?: string | null | undefined;
  /** Who answers questions; public bodies want a name. */
  contactName?: string | null | undefined;
  /** As the invoices’. Never null. */
  contractNumberPattern?: string | null | undefined;
  /** ISO 3166-1 alpha-2. Never null. */
  country?: string | null | undefined;
  /** As the invoices’; distinct from it. Never null. */
  creditNoteNumberPattern?: string | null | undefined;
  /** Of documents and mail, where nothing closer says it. Never null. */
  defaultLanguage?: string | null | undefined;
  /** Days to pay, where a client has none of its own. Never null. */
  defaultPaymentTermsDays?: number | null | undefined;
  /** How late payers are reminded. Never null. */
  dunning?: DunningInput | null | undefined;
  /** An email address. */
  email?: string | null | undefined;
  /** Of an hour, where nothing closer says it. */
  hourlyRateCents?: number | null | undefined;
  /** The account that clients pay to. */
  iban?: string | null | undefined;
  /** `{year}` and `{seq:4}` stand for year and running number. Never null. */
  invoiceNumberPattern?: string | null | undefined;
  /** The name that stands on documents. */
  legalName?: string | null | undefined;
  /** A PNG or JPEG among the files, to stand on documents. */
  logoFileId?: string | null | undefined;
  /** As they stand on letters. */
  managingDirectors?: string | null | undefined;
  /** What people call it. Never null. */
  name?: string | null | undefined;
  /** As people write it. */
  phone?: string | null | undefined;
  /** As the country writes it. */
  postalCode?: string | null | undefined;
  /** As the invoices’. Never null. */
  quoteNumberPattern?: string | null | undefined;
  /** Of the commercial register. */
  registerCourt?: string | null | undefined;
  /** In the commercial register. */
  registerNumber?: string | null | undefined;
  /** § 19 UStG: no tax is shown. Never null. */
  smallBusiness?: boolean | null | undefined;
  /** Street and number. */
  street?: string | null | undefined;
  /** Of the tax office. */
  taxNumber?: string | null | undefined;
  /** What time is rounded up to on an invoice. Never null. */
  timeRoundingMinutes?: number | null | undefined;
  /** When tax is due: with the invoice, or with the payment. Never null. */
  vatAccounting?: string | null | undefined;
  /** Stands on documents, and decides reverse charge. */
  vatId?: string | null | undefined;
  /** A web address. */
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