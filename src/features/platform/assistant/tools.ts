import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  getOperationAST,
  isEnumType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  parse,
  typeFromAST,
} from 'graphql'
import { formatMessage, toProblem } from '#core/errors/problem-response'
import { executeDocument } from '#core/graphql/execute'
import { readAsMember } from '#core/operation/operation'
import type { Services } from '#core/operation/services'
import type { AssistantQuestion } from '#features/work/comments/assistant-reply'

/** A read-only tool for a language model: parameters as JSON Schema, result as JSON text. */
export interface AssistantTool {
  name: string
  description: string
  parameters: Record<string, unknown>
  run(parameters: Record<string, unknown>): Promise<string>
}

/** Characters of a result. Longer ones are truncated with a note. */
const maxAnswerLength = 20_000

const documents: Readonly<Record<string, string>> = {
  'A task with its column, people, tags, subtasks, and the newest comments on it.': `
    query read_task($taskId: UUID!) {
      task(id: $taskId) { id title status priority description startDate dueDate completedAt estimateMinutes
        column { name } project { id name } assignees { name } tags { name } subtasks { title done } }
      comments(taskId: $taskId, sort: created_at_desc, perPage: 20) { comments { createdAt author { name } content } }
      timeEntries(taskId: $taskId, perPage: 1) { sumSeconds }
    }`,
  'A project with its columns, how many tasks are open, done and overdue, its budget and the time tracked on it.': `
    query read_project($projectId: UUID!) {
      project(id: $projectId) { id name status description budgetMinutes columns { name }
        totals { openTasks doneTasks overdueTasks } }
      timeEntries(projectId: $projectId, perPage: 1) { sumSeconds }
    }`,
  'Tasks, 50 a page.': `
    query list_tasks($projectId: UUID, $status: TaskStatus, $dueBefore: Date, $q: String, $sort: TaskSort, $page: Int) {
      tasks(projectId: $projectId, status: $status, dueBefore: $dueBefore, q: $q, sort: $sort, page: $page, perPage: 50) {
        total tasks { id title status priority dueDate completedAt estimateMinutes column { name } assignees { name } }
      }
    }`,
  'Time that was worked, 50 a page, with the sum of seconds of all that match; from and to are days.': `
    query list_time_entries($projectId: UUID, $taskId: UUID, $from: Date, $to: Date, $page: Int) {
      timeEntries(projectId: $projectId, taskId: $taskId, from: $from, to: $to, page: $page, perPage: 50) {
        total sumSeconds timeEntries { userName startedAt durationSeconds billable description task { title } }
      }
    }`,
  'Invoices, 50 a page, with their sums in cents.': `
    query list_invoices($clientId: UUID, $projectId: UUID, $overdue: Boolean, $page: Int) {
      invoices(clientId: $clientId, projectId: $projectId, overdue: $overdue, page: $page, perPage: 50) {
        total sumTotalCents sumOpenCents
        invoices { number status issueDate dueDate totalCents openCents client { name } }
      }
    }`,
  'Finds clients, projects, tasks, invoices and files by name.': `
    query search($q: String!) { search(q: $q) { results { kind id name } } }`,
}

/** Tools that run GraphQL queries, each in an operation of its own and with the asker's permissions at that time. */
export function createAssistantTools(
  services: Services,
  schema: GraphQLSchema,
  { organizationId, memberId }: AssistantQuestion,
): AssistantTool[] {
  return Object.entries(documents).map(([description, source]) => {
    const document = parseOnce(source)
    const operation = getOperationAST(document) as OperationDefinitionNode
    return {
      name: operation.name?.value as string,
      description,
      parameters: describeParameters(schema, operation),
      async run(parameters) {
        const { data, errors } = await readAsMember(services, organizationId, memberId, (context) =>
          executeDocument(schema, document, null, parameters, context),
        )
        const refusals = errors?.map((error) => {
          const { problem } = toProblem(error, services.constraints)
          return { code: problem.code, message: formatMessage(problem, 'en') }
        })
        return truncate(JSON.stringify({ data, ...(refusals && { refused: refusals }) }))
      },
    }
  })
}

const truncate = (text: string) =>
  text.length > maxAnswerLength ? `${text.slice(0, maxAnswerLength)} … (cut: ask for less)` : text

// Compiled queries are cached by document, so each is parsed once.
const parsedDocuments = new Map<string, DocumentNode>()
function parseOnce(source: string): DocumentNode {
  const document = parsedDocuments.get(source) ?? parse(source, { noLocation: true })
  parsedDocuments.set(source, document)
  return document
}

function describeParameters(schema: GraphQLSchema, { variableDefinitions = [] }: OperationDefinitionNode) {
  const types = variableDefinitions.map(({ variable, type }) => ({
    name: variable.name.value,
    type: typeFromAST(schema, type as never) as GraphQLInputType,
  }))
  return {
    type: 'object',
    properties: Object.fromEntries(types.map(({ name, type }) => [name, describeType(type)])),
    required: types.filter(({ type }) => isNonNullType(type)).map(({ name }) => name),
    additionalProperties: false,
  }
}

const scalars: Readonly<Record<string, object>> = {
  Int: { type: 'integer' },
  Boolean: { type: 'boolean' },
  Date: { type: 'string', description: 'YYYY-MM-DD' },
  UUID: { type: 'string', description: 'UUID' },
}

function describeType(type: GraphQLInputType): object {
  const own = getNullableType(type)
  if (isListType(own)) return { type: 'array', items: describeType(own.ofType) }
  if (isEnumType(own)) return { type: 'string', enum: own.getValues().map(({ name }) => name) }
  return scalars[own.name] ?? { type: 'string' }
}
