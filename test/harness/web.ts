import { buildWeb } from '../../scripts/web.mjs'

/** Builds the app once for a run, where it has changed. */
export default () => buildWeb()
