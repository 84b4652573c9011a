/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type AccountingInput = {
  accountLength?: number | null | undefined;
  accounts?: Array<RevenueAccountInput> | null | undefined;
  bankAccount?: string | null | undefined;
  /** `SKR03` or `SKR04`. */
  chart?: string | null | undefined;
  datevClientNumber?: string | null | undefined;
  datevConsultantNumber?: string | null | undefined;
  exportPayments?: boolean | null | undefined;
  /** Month and day, `MM-DD`. */
  fiscalYearStart?: string | null | undefined;
  lockBatch?: boolean | null | undefined;
};

/** What a client is to the law of taxes and interest. */
export type ClientKind =
  | 'business'
  | 'consumer'
  | 'public';

export type CreateClientInput = {
  archived?: boolean | null | undefined;
  buyerReference?: string | null | undefined;
  city?: string | null | undefined;
  color?: string | null | undefined;
  contactName?: string | null | undefined;
  country?: string | null | undefined;
  customerNumber?: string | null | undefined;
  debtorNumber?: number | null | undefined;
  email?: string | null | undefined;
  hourlyRateCents?: number | null | undefined;
  invoiceEmail?: string | null | undefined;
  kind?: ClientKind | null | undefined;
  language?: string | null | undefined;
  name: string;
  notes?: string | null | undefined;
  paymentTermsDays?: number | null | undefined;
  phone?: string | null | undefined;
  postalCode?: string | null | undefined;
  street?: string | null | undefined;
  timeRoundingMinutes?: number | null | undefined;
  vatId?: string | null | undefined;
  website?: string | null | undefined;
};

export type CreateInvoiceInput = {
  cashDiscountDays?: number | null | undefined;
  cashDiscountPercent?: number | null | undefined;
  clientId: string;
  closing?: string | null | undefined;
  dueDate: string;
  dunningBlocked?: boolean | null | undefined;
  introduction?: string | null | undefined;
  issueDate: string;
  language?: string | null | undefined;
  lineItems: Array<LineItemInput>;
  serviceFrom?: string | null | undefined;
  serviceTo?: string | null | undefined;
};

export type CreateMemberInput = {
  email: string;
  hourlyRateCents?: number | null | undefined;
  language?: string | null | undefined;
  name: string;
  role: Role;
  /** Unique over the whole service; made from the name unless sent. */
  slug?: string | null | undefined;
  timezone?: string | null | undefined;
};

export type DunningInput = {
  automatic: boolean;
  levels: Array<DunningLevelInput>;
};

export type DunningLevelInput = {
  days: number;
  feeCents: number;
  /** 0 (Zahlungserinnerung) to 3. */
  level: number;
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
  description: string;
  discountPercent?: number | null | undefined;
  /** To four decimals; negative on a discount line. */
  quantity: number;
  /** `service` unless sent. */
  supply?: Supply | null | undefined;
  /** Found from rate, seller and buyer unless sent. */
  taxCategory?: TaxCategory | null | undefined;
  taxExemptionReason?: string | null | undefined;
  /** Percent. */
  taxRate: number;
  /** UN/ECE Recommendation 20 code; C62 (piece) unless sent. */
  unit?: string | null | undefined;
  unitPriceCents: number;
};

export type RevenueAccountInput = {
  account: string;
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
  archived?: boolean | null | undefined;
  buyerReference?: string | null | undefined;
  city?: string | null | undefined;
  color?: string | null | undefined;
  contactName?: string | null | undefined;
  country?: string | null | undefined;
  customerNumber?: string | null | undefined;
  debtorNumber?: number | null | undefined;
  email?: string | null | undefined;
  hourlyRateCents?: number | null | undefined;
  invoiceEmail?: string | null | undefined;
  kind?: ClientKind | null | undefined;
  language?: string | null | undefined;
  name?: string | null | undefined;
  notes?: string | null | undefined;
  paymentTermsDays?: number | null | undefined;
  phone?: string | null | undefined;
  postalCode?: string | null | undefined;
  street?: string | null | undefined;
  timeRoundingMinutes?: number | null | undefined;
  vatId?: string | null | undefined;
  website?: string | null | undefined;
};

/** The fields to change; null clears. */
export type UpdateOrganizationInput = {
  accountHolder?: string | null | undefined;
  accounting?: AccountingInput | null | undefined;
  bankName?: string | null | undefined;
  bic?: string | null | undefined;
  city?: string | null | undefined;
  contractNumberPattern?: string | null | undefined;
  country?: string | null | undefined;
  creditNoteNumberPattern?: string | null | undefined;
  defaultLanguage?: string | null | undefined;
  defaultPaymentTermsDays?: number | null | undefined;
  dunning?: DunningInput | null | undefined;
  email?: string | null | undefined;
  hourlyRateCents?: number | null | undefined;
  iban?: string | null | undefined;
  invoiceNumberPattern?: string | null | undefined;
  legalName?: string | null | undefined;
  managingDirectors?: string | null | undefined;
  name?: string | null | undefined;
  phone?: string | null | undefined;
  postalCode?: string | null | undefined;
  quoteNumberPattern?: string | null | undefined;
  registerCourt?: string | null | undefined;
  registerNumber?: string | null | undefined;
  smallBusiness?: boolean | null | undefined;
  street?: string | null | undefined;
  taxNumber?: string | null | undefined;
  timeRoundingMinutes?: number | null | undefined;
  vatAccounting?: string | null | undefined;
  vatId?: string | null | undefined;
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


export type CountClientsQuery = { clients: { total: number } };

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


export type CountInvoicesQuery = { invoices: { total: number, sumOpenCents: number } };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { me: { id: string, role: Role, language: string | null } };

export type MembersQueryVariables = Exact<{
  role?: Role | null | undefined;
}>;


export type MembersQuery = { members: { total: number, members: Array<{ id: string, name: string, email: string | null, role: Role }> } };

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