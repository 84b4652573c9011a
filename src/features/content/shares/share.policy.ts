import { files } from '../files/file.policy.ts'

/** Who may read what lies there sees what is shared of it, and who may change it shares it. */
export const shares = files
