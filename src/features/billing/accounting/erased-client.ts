import sql, { raw, type Sql } from 'sql-template-tag'

/** Joins the buyer on the last invoice of an erased client `c` as `last`: the books keep naming them during retention (§ 147 AO). */
export const joinLastBuyer = (organizationId: string): Sql =>
  sql`left join lateral (select i.parties->'buyer' as buyer from invoices i
      where i.organization_id = ${organizationId} and i.client_id = c.id and c.erased_at is not null and i.status <> 'draft'
      order by i.issue_date desc, i.id desc limit 1) last on true`

/** SQL for a column of client `c`, or the field of `last` that replaces it after erasure. */
export const clientOrLastBuyerColumn = (column: string, field = column): Sql =>
  sql`coalesce(last.buyer->>${raw(`'${field}'`)}, c.${raw(column)})`
