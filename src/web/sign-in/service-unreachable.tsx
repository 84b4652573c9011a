import type { Problem } from '../graphql/fetch-graphql.ts'
import { QueryResult } from '../ui/query-result.tsx'

/** Shown if the session could not be fetched. */
export const ServiceUnreachable = ({ problem, retry }: { problem: Problem; retry: () => void }) => (
  <div className="entrance">
    <main id="content" tabIndex={-1}>
      <div className="card">
        <QueryResult query={{ data: undefined, problem, retry }} pick={() => null}>
          {() => null}
        </QueryResult>
      </div>
    </main>
  </div>
)
