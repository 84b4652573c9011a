/* eslint-disable */
import * as types from './graphql.ts';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "query Clients($page: Int!, $q: String) {\n  clients(page: $page, q: $q, sort: name) {\n    total\n    clients {\n      id\n      name\n      customerNumber\n      city\n      email\n    }\n  }\n}\n\nquery Invoices($page: Int!, $q: String) {\n  invoices(page: $page, q: $q) {\n    total\n    invoices {\n      id\n      number\n      status\n      issueDate\n      dueDate\n      totalCents\n      client {\n        id\n        name\n      }\n    }\n  }\n}\n\nquery Projects($page: Int!, $q: String) {\n  projects(page: $page, q: $q) {\n    total\n    projects {\n      id\n      name\n      status\n      trackedSeconds\n      client {\n        id\n        name\n      }\n    }\n  }\n}": typeof types.ClientsDocument,
    "mutation SignIn($email: String!, $password: String!, $organizationId: UUID) {\n  signIn(email: $email, password: $password, organizationId: $organizationId) {\n    signedIn\n    codeRequired\n    organizations {\n      id\n      name\n    }\n  }\n}\n\nmutation RequestPasswordReset($email: String!) {\n  requestPasswordReset(email: $email)\n}\n\nquery AccountLink($token: String!) {\n  accountLink(token: $token) {\n    kind\n    email\n    name\n    organizationName\n  }\n}\n\nmutation AcceptInvitation($token: String!, $password: String!) {\n  acceptInvitation(token: $token, password: $password) {\n    signedIn\n  }\n}\n\nmutation ResetPassword($token: String!, $password: String!) {\n  resetPassword(token: $token, password: $password) {\n    signedIn\n  }\n}\n\nquery FirstRun {\n  firstRun {\n    open\n    offersDemo\n  }\n}\n\nmutation CreateFirstOrganization($code: String!, $organizationName: String!, $name: String!, $email: String!, $password: String!, $language: String, $demo: Boolean) {\n  createFirstOrganization(\n    code: $code\n    organizationName: $organizationName\n    name: $name\n    email: $email\n    password: $password\n    language: $language\n    demo: $demo\n  ) {\n    signedIn\n  }\n}": typeof types.SignInDocument,
    "query CurrentSession {\n  currentSession {\n    language\n    organizationId\n    organizationName\n    permissions\n    member {\n      id\n      name\n      email\n      role\n    }\n  }\n}\n\nmutation SignOut {\n  signOut\n}\n\nmutation ChooseLanguage($id: UUID!, $language: String!) {\n  updateMember(id: $id, input: {language: $language}) {\n    id\n    language\n  }\n}": typeof types.CurrentSessionDocument,
    "query Tokens($page: Int!) {\n  tokens(page: $page) {\n    total\n    tokens {\n      id\n      name\n      scope\n      lastFour\n      createdAt\n      expiresAt\n      lastUsedAt\n    }\n  }\n}\n\nmutation CreateToken($input: CreateTokenInput!) {\n  createToken(input: $input) {\n    id\n    token\n  }\n}\n\nmutation DeleteToken($id: UUID!) {\n  deleteToken(id: $id)\n}": typeof types.TokensDocument,
};
const documents: Documents = {
    "query Clients($page: Int!, $q: String) {\n  clients(page: $page, q: $q, sort: name) {\n    total\n    clients {\n      id\n      name\n      customerNumber\n      city\n      email\n    }\n  }\n}\n\nquery Invoices($page: Int!, $q: String) {\n  invoices(page: $page, q: $q) {\n    total\n    invoices {\n      id\n      number\n      status\n      issueDate\n      dueDate\n      totalCents\n      client {\n        id\n        name\n      }\n    }\n  }\n}\n\nquery Projects($page: Int!, $q: String) {\n  projects(page: $page, q: $q) {\n    total\n    projects {\n      id\n      name\n      status\n      trackedSeconds\n      client {\n        id\n        name\n      }\n    }\n  }\n}": types.ClientsDocument,
    "mutation SignIn($email: String!, $password: String!, $organizationId: UUID) {\n  signIn(email: $email, password: $password, organizationId: $organizationId) {\n    signedIn\n    codeRequired\n    organizations {\n      id\n      name\n    }\n  }\n}\n\nmutation RequestPasswordReset($email: String!) {\n  requestPasswordReset(email: $email)\n}\n\nquery AccountLink($token: String!) {\n  accountLink(token: $token) {\n    kind\n    email\n    name\n    organizationName\n  }\n}\n\nmutation AcceptInvitation($token: String!, $password: String!) {\n  acceptInvitation(token: $token, password: $password) {\n    signedIn\n  }\n}\n\nmutation ResetPassword($token: String!, $password: String!) {\n  resetPassword(token: $token, password: $password) {\n    signedIn\n  }\n}\n\nquery FirstRun {\n  firstRun {\n    open\n    offersDemo\n  }\n}\n\nmutation CreateFirstOrganization($code: String!, $organizationName: String!, $name: String!, $email: String!, $password: String!, $language: String, $demo: Boolean) {\n  createFirstOrganization(\n    code: $code\n    organizationName: $organizationName\n    name: $name\n    email: $email\n    password: $password\n    language: $language\n    demo: $demo\n  ) {\n    signedIn\n  }\n}": types.SignInDocument,
    "query CurrentSession {\n  currentSession {\n    language\n    organizationId\n    organizationName\n    permissions\n    member {\n      id\n      name\n      email\n      role\n    }\n  }\n}\n\nmutation SignOut {\n  signOut\n}\n\nmutation ChooseLanguage($id: UUID!, $language: String!) {\n  updateMember(id: $id, input: {language: $language}) {\n    id\n    language\n  }\n}": types.CurrentSessionDocument,
    "query Tokens($page: Int!) {\n  tokens(page: $page) {\n    total\n    tokens {\n      id\n      name\n      scope\n      lastFour\n      createdAt\n      expiresAt\n      lastUsedAt\n    }\n  }\n}\n\nmutation CreateToken($input: CreateTokenInput!) {\n  createToken(input: $input) {\n    id\n    token\n  }\n}\n\nmutation DeleteToken($id: UUID!) {\n  deleteToken(id: $id)\n}": types.TokensDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Clients($page: Int!, $q: String) {\n  clients(page: $page, q: $q, sort: name) {\n    total\n    clients {\n      id\n      name\n      customerNumber\n      city\n      email\n    }\n  }\n}\n\nquery Invoices($page: Int!, $q: String) {\n  invoices(page: $page, q: $q) {\n    total\n    invoices {\n      id\n      number\n      status\n      issueDate\n      dueDate\n      totalCents\n      client {\n        id\n        name\n      }\n    }\n  }\n}\n\nquery Projects($page: Int!, $q: String) {\n  projects(page: $page, q: $q) {\n    total\n    projects {\n      id\n      name\n      status\n      trackedSeconds\n      client {\n        id\n        name\n      }\n    }\n  }\n}"): typeof import('./graphql.ts').ClientsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation SignIn($email: String!, $password: String!, $organizationId: UUID) {\n  signIn(email: $email, password: $password, organizationId: $organizationId) {\n    signedIn\n    codeRequired\n    organizations {\n      id\n      name\n    }\n  }\n}\n\nmutation RequestPasswordReset($email: String!) {\n  requestPasswordReset(email: $email)\n}\n\nquery AccountLink($token: String!) {\n  accountLink(token: $token) {\n    kind\n    email\n    name\n    organizationName\n  }\n}\n\nmutation AcceptInvitation($token: String!, $password: String!) {\n  acceptInvitation(token: $token, password: $password) {\n    signedIn\n  }\n}\n\nmutation ResetPassword($token: String!, $password: String!) {\n  resetPassword(token: $token, password: $password) {\n    signedIn\n  }\n}\n\nquery FirstRun {\n  firstRun {\n    open\n    offersDemo\n  }\n}\n\nmutation CreateFirstOrganization($code: String!, $organizationName: String!, $name: String!, $email: String!, $password: String!, $language: String, $demo: Boolean) {\n  createFirstOrganization(\n    code: $code\n    organizationName: $organizationName\n    name: $name\n    email: $email\n    password: $password\n    language: $language\n    demo: $demo\n  ) {\n    signedIn\n  }\n}"): typeof import('./graphql.ts').SignInDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query CurrentSession {\n  currentSession {\n    language\n    organizationId\n    organizationName\n    permissions\n    member {\n      id\n      name\n      email\n      role\n    }\n  }\n}\n\nmutation SignOut {\n  signOut\n}\n\nmutation ChooseLanguage($id: UUID!, $language: String!) {\n  updateMember(id: $id, input: {language: $language}) {\n    id\n    language\n  }\n}"): typeof import('./graphql.ts').CurrentSessionDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Tokens($page: Int!) {\n  tokens(page: $page) {\n    total\n    tokens {\n      id\n      name\n      scope\n      lastFour\n      createdAt\n      expiresAt\n      lastUsedAt\n    }\n  }\n}\n\nmutation CreateToken($input: CreateTokenInput!) {\n  createToken(input: $input) {\n    id\n    token\n  }\n}\n\nmutation DeleteToken($id: UUID!) {\n  deleteToken(id: $id)\n}"): typeof import('./graphql.ts').TokensDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
