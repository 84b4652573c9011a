import { LatestEventDocument } from '#schema/web/graphql'
import { fetchGraphql } from './fetch-graphql.ts'

/** The id of the organization's newest event, if any. Data fetched after this reflects it. */
export async function fetchLatestEventId(): Promise<string | undefined> {
  const { data } = await fetchGraphql(LatestEventDocument)
  return data?.events?.events[0]?.id
}
