/** The heading that a page is written with. */
export const formatHeading = (title: string, icon: string | null): string => (icon ? `${icon} ${title}` : title)
