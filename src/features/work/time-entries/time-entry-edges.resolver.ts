import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { Context } from '#core/operation/context'
import type { Row, RowOrEntity } from '#core/schema/row'
import { Invoice } from '#features/billing/invoices/invoice.entity'
import { Client } from '#features/people/clients/client.entity'
import { Member } from '#features/people/members/member.entity'
import { Project } from '#features/work/projects/project.entity'
import { TimeEntry } from './time-entry.entity.ts'

@Resolver(() => TimeEntry)
export class TimeEntryEdgesResolver {
  @FieldResolver(() => Member, { nullable: true, description: 'Member who worked; null once they have left.' })
  async user(@Root() { userId }: RowOrEntity<TimeEntry>, @Ctx() context: Context): Promise<Row<Member> | null> {
    return (await context.loadOne(Member, userId)) ?? null
  }

  @FieldResolver(() => Client, { nullable: true, description: 'Client of the project.' })
  async client(@Root() { projectId }: RowOrEntity<TimeEntry>, @Ctx() context: Context): Promise<Row<Client> | null> {
    const project = await context.loadOne(Project, projectId)
    return (project?.clientId && (await context.loadOne(Client, project.clientId))) || null
  }

  @FieldResolver(() => Invoice, { nullable: true, description: 'Invoice that bills the time.' })
  async invoice(@Root() { invoiceId }: RowOrEntity<TimeEntry>, @Ctx() context: Context): Promise<Row<Invoice> | null> {
    return invoiceId ? ((await context.loadOne(Invoice, invoiceId)) ?? null) : null
  }
}
