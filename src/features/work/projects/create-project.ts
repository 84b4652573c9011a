import type { Context } from '#core/operation/context'
import type { Language } from '#core/text/language'
import { Client } from '#features/people/clients/client.entity'
import { Member } from '#features/people/members/member.entity'
import { Column } from './column.entity.ts'
import { Project } from './project.entity.ts'
import type { CreateProjectInput } from './project.inputs.ts'

const defaultColumns: Readonly<Record<Language, readonly string[]>> = {
  de: ['Offen', 'In Arbeit', 'Prüfung', 'Erledigt'],
  en: ['To do', 'In progress', 'Review', 'Done'],
}

/** Creates a project with default columns, named in its creator's language. */
export async function createProject(context: Context, input: CreateProjectInput): Promise<Project> {
  const [language] = await Promise.all([
    languageOfCreator(context),
    input.clientId && context.readReferenced(Client, input.clientId, 'clientId'),
  ])
  const project = context.create(Project, input)
  for (const [sortOrder, name] of defaultColumns[language].entries())
    context.create(Column, { projectId: project.id, name, sortOrder })
  context.record('project.created', project)
  return project
}

async function languageOfCreator(context: Context): Promise<Language> {
  if (context.requestedLanguage) return context.requestedLanguage
  const creator = context.caller && (await context.loadOne(Member, context.caller.id))
  return (creator?.language as Language | null | undefined) ?? context.organizationLanguage
}
