import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { Context } from '#core/context'
import { Invoice } from '#features/billing/invoices/invoice.entity'
import { Client } from '#features/people/clients/client.entity'
import { Member } from '#features/people/members/member.entity'
import { Project } from '#features/work/projects/project.entity'
import { TimeEntry } from './time-entry.entity.ts'

/** What a time entry leads to. */
@Resolver(() => TimeEntry)
export class TimeEntryEdgesResolver {
  @FieldResolver(() => Member, { nullable: true, description: 'Who worked; null once the person has left.' })
  async user(@Root() { userId }: TimeEntry, @Ctx() context: Context): Promise<Member | null> {
    return (await context.one(Member, userId)) ?? null
  }

  @FieldResolver(() => Client, { nullable: true, description: "The project's client." })
  async client(@Root() { projectId }: TimeEntry, @Ctx() context: Context): Promise<Client | null> {
    const project = await context.one(Project, projectId)
    return (project?.clientId && (await context.one(Client, project.clientId))) || null
  }

  @FieldResolver(() => Invoice, { nullable: true, description: 'The invoice it stands on.' })
  async invoice(@Root() { invoiceId }: TimeEntry, @Ctx() context: Context): Promise<Invoice | null> {
    return invoiceId ? ((await context.one(Invoice, invoiceId)) ?? null) : null
  }
}
