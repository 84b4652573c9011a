import { files } from '../files/file.policy.ts'

/** Sharing requires write access to files; shares are visible with read access. */
export const shares = files
