/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** What a link that was mailed to a member is for. */
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
  /** Number of the account for payments by card or PayPal until they are paid out; 1360 or 1460 by the chart unless set. */
  transitAccount?: string | null | undefined;
};

/** `ok`; `notice`: it works, and yet there is something to know; `failed`. */
export type CheckState =
  | 'failed'
  | 'notice'
  | 'ok';

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

/** The token to create. */
export type CreateTokenInput = {
  /** Expiry, not after that of the token in use, which is also the default. */
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

export type InvoiceStatus =
  | 'cancelled'
  | 'draft'
  | 'overdue'
  | 'paid'
  | 'partially_paid'
  | 'sent';

export type ProjectStatus =
  | 'active'
  | 'archived'
  | 'on_hold';

/** Revenue account for a VAT category. */
export type RevenueAccountInput = {
  /** Number of the revenue account. */
  account: string;
  /** Number of the account of advances received, at this category and rate; that of the chart unless set. */
  advanceAccount?: string | null | undefined;
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
  /** Phone number shown on documents. */
  phone?: string | null | undefined;
  /** Postal code of the seller. */
  postalCode?: string | null | undefined;
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

export type ClientsQueryVariables = Exact<{
  page: number;
  q?: string | null | undefined;
}>;


export type ClientsQuery = { clients: { total: number, clients: Array<{ id: string, name: string, customerNumber: string | null, city: string | null, email: string | null }> } | null };

export type InvoicesQueryVariables = Exact<{
  page: number;
  q?: string | null | undefined;
}>;


export type InvoicesQuery = { invoices: { total: number, invoices: Array<{ id: string, number: string | null, status: InvoiceStatus, issueDate: string, dueDate: string, totalCents: number, client: { id: string, name: string } }> } | null };

export type ProjectsQueryVariables = Exact<{
  page: number;
  q?: string | null | undefined;
}>;


export type ProjectsQuery = { projects: { total: number, projects: Array<{ id: string, name: string, status: ProjectStatus, trackedSeconds: number, client: { id: string, name: string } | null }> } | null };

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

export type CurrentSessionQueryVariables = Exact<{ [key: string]: never; }>;


export type CurrentSessionQuery = { currentSession: { language: string, organizationId: string, organizationName: string, permissions: Array<string>, member: { id: string, name: string, email: string | null, role: Role } } | null };

export type SignOutMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutMutation = { signOut: boolean };

export type ChooseLanguageMutationVariables = Exact<{
  id: string;
  language: string;
}>;


export type ChooseLanguageMutation = { updateMember: { id: string, language: string | null } };

export type InstallationChecksQueryVariables = Exact<{ [key: string]: never; }>;


export type InstallationChecksQuery = { installationChecks: { checkedAt: string, shared: boolean, checks: Array<{ name: string, title: string, state: CheckState, message: string, remedy: string | null, detail: string | null }> } | null };

export type AccountingExportQueryVariables = Exact<{
  from: string;
  to: string;
  format: AccountingFormat;
}>;


export type AccountingExportQuery = { accountingExport: { exportUrl: string } | null };

export type OrganizationExportQueryVariables = Exact<{ [key: string]: never; }>;


export type OrganizationExportQuery = { organizationExport: { exportUrl: string } | null };

export type SessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type SessionsQuery = { sessions: Array<{ id: string, device: string, address: string, createdAt: string, lastSeenAt: string, current: boolean }> | null };

export type EndSessionMutationVariables = Exact<{
  id: string;
}>;


export type EndSessionMutation = { endSession: boolean };

export type EndOtherSessionsMutationVariables = Exact<{ [key: string]: never; }>;


export type EndOtherSessionsMutation = { endOtherSessions: boolean };

export type ChangePasswordMutationVariables = Exact<{
  currentPassword?: string | null | undefined;
  newPassword: string;
}>;


export type ChangePasswordMutation = { changePassword: boolean };

export type MembersQueryVariables = Exact<{
  page: number;
}>;


export type MembersQuery = { members: { total: number, members: Array<{ id: string, name: string, email: string | null, role: Role }> } | null };

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
}>;


export type AuditLogQuery = { auditLog: { total: number, entries: Array<{ id: string, action: string, resource: string, createdAt: string, actor: { id: string | null, name: string, type: string } }> } | null };

export type OrganizationQueryVariables = Exact<{ [key: string]: never; }>;


export type OrganizationQuery = { organization: { id: string, version: number, name: string, legalName: string | null, street: string | null, postalCode: string | null, city: string | null, country: string, email: string | null, phone: string | null, website: string | null, taxNumber: string | null, vatId: string | null, smallBusiness: boolean, bankName: string | null, iban: string | null, bic: string | null, accentColor: string | null, defaultLanguage: string, defaultPaymentTermsDays: number } | null };

export type OrganizationSettingsFragment = { id: string, version: number, name: string, legalName: string | null, street: string | null, postalCode: string | null, city: string | null, country: string, email: string | null, phone: string | null, website: string | null, taxNumber: string | null, vatId: string | null, smallBusiness: boolean, bankName: string | null, iban: string | null, bic: string | null, accentColor: string | null, defaultLanguage: string, defaultPaymentTermsDays: number };

export type UpdateOrganizationMutationVariables = Exact<{
  input: UpdateOrganizationInput;
  version?: number | null | undefined;
}>;


export type UpdateOrganizationMutation = { updateOrganization: { id: string, version: number, name: string, legalName: string | null, street: string | null, postalCode: string | null, city: string | null, country: string, email: string | null, phone: string | null, website: string | null, taxNumber: string | null, vatId: string | null, smallBusiness: boolean, bankName: string | null, iban: string | null, bic: string | null, accentColor: string | null, defaultLanguage: string, defaultPaymentTermsDays: number } };

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
  taxNumber
  vatId
  smallBusiness
  bankName
  iban
  bic
  accentColor
  defaultLanguage
  defaultPaymentTermsDays
}
    `, {"fragmentName":"OrganizationSettings"}) as unknown as TypedDocumentString<OrganizationSettingsFragment, unknown>;
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
export const InvoicesDocument = new TypedDocumentString(`
    query Invoices($page: Int!, $q: String) {
  invoices(page: $page, q: $q) {
    total
    invoices {
      id
      number
      status
      issueDate
      dueDate
      totalCents
      client {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<InvoicesQuery, InvoicesQueryVariables>;
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
export const CurrentSessionDocument = new TypedDocumentString(`
    query CurrentSession {
  currentSession {
    language
    organizationId
    organizationName
    permissions
    member {
      id
      name
      email
      role
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
export const SessionsDocument = new TypedDocumentString(`
    query Sessions {
  sessions {
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
    mutation EndSession($id: UUID!) {
  endSession(id: $id)
}
    `) as unknown as TypedDocumentString<EndSessionMutation, EndSessionMutationVariables>;
export const EndOtherSessionsDocument = new TypedDocumentString(`
    mutation EndOtherSessions {
  endOtherSessions
}
    `) as unknown as TypedDocumentString<EndOtherSessionsMutation, EndOtherSessionsMutationVariables>;
export const ChangePasswordDocument = new TypedDocumentString(`
    mutation ChangePassword($currentPassword: String, $newPassword: String!) {
  changePassword(currentPassword: $currentPassword, newPassword: $newPassword)
}
    `) as unknown as TypedDocumentString<ChangePasswordMutation, ChangePasswordMutationVariables>;
export const MembersDocument = new TypedDocumentString(`
    query Members($page: Int!) {
  members(page: $page) {
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
    query AuditLog($page: Int!, $q: String) {
  auditLog(page: $page, q: $q) {
    total
    entries {
      id
      action
      resource
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
  taxNumber
  vatId
  smallBusiness
  bankName
  iban
  bic
  accentColor
  defaultLanguage
  defaultPaymentTermsDays
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
  taxNumber
  vatId
  smallBusiness
  bankName
  iban
  bic
  accentColor
  defaultLanguage
  defaultPaymentTermsDays
}`) as unknown as TypedDocumentString<UpdateOrganizationMutation, UpdateOrganizationMutationVariables>;
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