import type { Problem } from '../graphql/fetch-graphql.ts'
import { QueryResult } from '../ui/query-result.tsx'

/** It cannot be found out whether somebody has signed in. */
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
