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

/** The token to create. */
export type CreateTokenInput = {
  /** Expiry, not after that of the token in use, which is also the default. */
  expiresAt?: string | null | undefined;
  /** Name of the token, for people. */
  name: string;
  /** Scope: `full` (default) or `read`. */
  scope?: string;
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

/** Role of a member. */
export type Role =
  | 'accountant'
  | 'admin'
  | 'auditor'
  | 'member'
  | 'owner'
  | 'viewer';

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
    mutation SignIn($email: String!, $password: String!, $organizationId: UUID) {
  signIn(email: $email, password: $password, organizationId: $organizationId) {
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