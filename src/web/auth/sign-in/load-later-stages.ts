/** What follows the form, or is opened by its links. Loads when somebody begins to use the page. */
export const loadLaterStages = () => import('./later-stage-view.tsx').then((module) => module.LaterStageView)
