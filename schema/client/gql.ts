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
    "mutation CreateClient($input: CreateClientInput!) {\n  createClient(input: $input) {\n    id\n    name\n    vatId\n    paymentTermsDays\n    version\n  }\n}\n\nmutation CreateThreeClients($first: CreateClientInput!, $second: CreateClientInput!, $third: CreateClientInput!) {\n  first: createClient(input: $first) {\n    id\n  }\n  second: createClient(input: $second) {\n    id\n  }\n  third: createClient(input: $third) {\n    id\n  }\n}\n\nmutation UpdateClient($id: UUID!, $version: Int, $input: UpdateClientInput!) {\n  updateClient(id: $id, version: $version, input: $input) {\n    id\n    city\n    version\n  }\n}\n\nquery CountClients($q: String) {\n  clients(q: $q) {\n    total\n  }\n}": typeof types.CreateClientDocument,
    "subscription LiveEvents($names: [String!], $after: UUID) {\n  events(names: $names, after: $after) {\n    event\n    sequence\n    data\n  }\n}": typeof types.LiveEventsDocument,
    "mutation CreateInvoice($input: CreateInvoiceInput!) {\n  createInvoice(input: $input) {\n    id\n    status\n    number\n    totalCents\n    taxBreakdown {\n      taxRate\n      taxCents\n    }\n  }\n}\n\nmutation SendInvoice($id: UUID!) {\n  sendInvoice(id: $id) {\n    status\n    number\n    sentAt\n    client {\n      name\n    }\n  }\n}\n\nquery CountInvoices($clientId: UUID) {\n  invoices(clientId: $clientId) {\n    total\n    sumOpenCents\n  }\n}": typeof types.CreateInvoiceDocument,
    "query Me {\n  me {\n    id\n    role\n    language\n  }\n}\n\nquery Members($role: Role) {\n  members(role: $role) {\n    total\n    members {\n      id\n      name\n      email\n      role\n    }\n  }\n}\n\nmutation CreateMember($input: CreateMemberInput!) {\n  createMember(input: $input) {\n    id\n    slug\n    role\n    timezone\n  }\n}": typeof types.MeDocument,
    "mutation UpdateOrganization($version: Int, $input: UpdateOrganizationInput!) {\n  updateOrganization(version: $version, input: $input) {\n    id\n    city\n    version\n  }\n}": typeof types.UpdateOrganizationDocument,
};
const documents: Documents = {
    "mutation CreateClient($input: CreateClientInput!) {\n  createClient(input: $input) {\n    id\n    name\n    vatId\n    paymentTermsDays\n    version\n  }\n}\n\nmutation CreateThreeClients($first: CreateClientInput!, $second: CreateClientInput!, $third: CreateClientInput!) {\n  first: createClient(input: $first) {\n    id\n  }\n  second: createClient(input: $second) {\n    id\n  }\n  third: createClient(input: $third) {\n    id\n  }\n}\n\nmutation UpdateClient($id: UUID!, $version: Int, $input: UpdateClientInput!) {\n  updateClient(id: $id, version: $version, input: $input) {\n    id\n    city\n    version\n  }\n}\n\nquery CountClients($q: String) {\n  clients(q: $q) {\n    total\n  }\n}": types.CreateClientDocument,
    "subscription LiveEvents($names: [String!], $after: UUID) {\n  events(names: $names, after: $after) {\n    event\n    sequence\n    data\n  }\n}": types.LiveEventsDocument,
    "mutation CreateInvoice($input: CreateInvoiceInput!) {\n  createInvoice(input: $input) {\n    id\n    status\n    number\n    totalCents\n    taxBreakdown {\n      taxRate\n      taxCents\n    }\n  }\n}\n\nmutation SendInvoice($id: UUID!) {\n  sendInvoice(id: $id) {\n    status\n    number\n    sentAt\n    client {\n      name\n    }\n  }\n}\n\nquery CountInvoices($clientId: UUID) {\n  invoices(clientId: $clientId) {\n    total\n    sumOpenCents\n  }\n}": types.CreateInvoiceDocument,
    "query Me {\n  me {\n    id\n    role\n    language\n  }\n}\n\nquery Members($role: Role) {\n  members(role: $role) {\n    total\n    members {\n      id\n      name\n      email\n      role\n    }\n  }\n}\n\nmutation CreateMember($input: CreateMemberInput!) {\n  createMember(input: $input) {\n    id\n    slug\n    role\n    timezone\n  }\n}": types.MeDocument,
    "mutation UpdateOrganization($version: Int, $input: UpdateOrganizationInput!) {\n  updateOrganization(version: $version, input: $input) {\n    id\n    city\n    version\n  }\n}": types.UpdateOrganizationDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateClient($input: CreateClientInput!) {\n  createClient(input: $input) {\n    id\n    name\n    vatId\n    paymentTermsDays\n    version\n  }\n}\n\nmutation CreateThreeClients($first: CreateClientInput!, $second: CreateClientInput!, $third: CreateClientInput!) {\n  first: createClient(input: $first) {\n    id\n  }\n  second: createClient(input: $second) {\n    id\n  }\n  third: createClient(input: $third) {\n    id\n  }\n}\n\nmutation UpdateClient($id: UUID!, $version: Int, $input: UpdateClientInput!) {\n  updateClient(id: $id, version: $version, input: $input) {\n    id\n    city\n    version\n  }\n}\n\nquery CountClients($q: String) {\n  clients(q: $q) {\n    total\n  }\n}"): typeof import('./graphql.ts').CreateClientDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "subscription LiveEvents($names: [String!], $after: UUID) {\n  events(names: $names, after: $after) {\n    event\n    sequence\n    data\n  }\n}"): typeof import('./graphql.ts').LiveEventsDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CreateInvoice($input: CreateInvoiceInput!) {\n  createInvoice(input: $input) {\n    id\n    status\n    number\n    totalCents\n    taxBreakdown {\n      taxRate\n      taxCents\n    }\n  }\n}\n\nmutation SendInvoice($id: UUID!) {\n  sendInvoice(id: $id) {\n    status\n    number\n    sentAt\n    client {\n      name\n    }\n  }\n}\n\nquery CountInvoices($clientId: UUID) {\n  invoices(clientId: $clientId) {\n    total\n    sumOpenCents\n  }\n}"): typeof import('./graphql.ts').CreateInvoiceDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Me {\n  me {\n    id\n    role\n    language\n  }\n}\n\nquery Members($role: Role) {\n  members(role: $role) {\n    total\n    members {\n      id\n      name\n      email\n      role\n    }\n  }\n}\n\nmutation CreateMember($input: CreateMemberInput!) {\n  createMember(input: $input) {\n    id\n    slug\n    role\n    timezone\n  }\n}"): typeof import('./graphql.ts').MeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation UpdateOrganization($version: Int, $input: UpdateOrganizationInput!) {\n  updateOrganization(version: $version, input: $input) {\n    id\n    city\n    version\n  }\n}"): typeof import('./graphql.ts').UpdateOrganizationDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
