/** Where pages are edited live. */
export const livePath = '/live'
