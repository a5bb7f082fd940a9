import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type RouterHistory,
} from '@tanstack/react-router'
import { RouteErrorScreen } from '#web/layout/error-screen.tsx'
import { ReauthenticationView } from './auth/reauthentication/reauthentication-view.tsx'
import { firstSession } from './http/first-answers.ts'
import { AppLayout, preloadNavigation } from './layout/app-layout.tsx'
import { NotFoundPage } from './layout/not-found-page.tsx'
import { requireConnection, requireSignedIn, routeBySession } from './layout/route-guards.tsx'
import { firstPart, lazyPart } from './ui/lazy-part.tsx'
import { PageSpinner } from './ui/spinner.tsx'

/** The specification's two route tables; each screen is loaded when it is first opened. */

type Search = Record<string, unknown>

/** Keeps only the named search parameters that are text. */
function textSearch<K extends string>(...keys: K[]) {
  return (search: Search): { [key in K]?: string | undefined } => {
    const kept: { [key in K]?: string } = {}
    for (const key of keys) {
      const value = search[key]
      if (typeof value === 'string' && value !== '') kept[key] = value
      else if (typeof value === 'number') kept[key] = String(value)
    }
    return kept
  }
}

const AddSheet = lazyPart(() => import('./upload/add-sheet-dialog.tsx'), 'AddSheet')

const Bell = firstPart(() => import('./activity/bell-view.tsx'), 'BellView')

const Layout = () => (
  <AppLayout bell={<Bell />} reauthentication={<ReauthenticationView />} AddSheet={AddSheet} />
)

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Object.assign(Layout, {
    preload: async () => {
      if (firstSession()) await Promise.all([preloadNavigation(), Bell.preload()])
    },
  }),
  errorComponent: RouteErrorScreen,
  notFoundComponent: NotFoundPage,
})

const Dashboard = firstPart(() => import('./home/dashboard-page.tsx'), 'DashboardPage', PageSpinner)
const Landing = firstPart(() => import('./home/landing-page.tsx'), 'LandingPage', PageSpinner)
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: { isForVisitors: true },
  component: routeBySession(Dashboard, Landing),
})

const SignIn = firstPart(() => import('./auth/sign-in/sign-in-page.tsx'), 'SignInPage')
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { isForVisitors: true },
  validateSearch: textSearch('mode', 'oobCode', 'next', 'problem', 'ended'),
  component: SignIn,
})

const upload = createRoute({
  getParentRoute: () => root,
  path: '/upload',
  validateSearch: textSearch('kind', 'type', 'state', 'code', 'typed', 'shared', 'refused'),
  component: requireSignedIn(firstPart(() => import('./upload/upload-page.tsx'), 'UploadPage')),
})

const vault = createRoute({
  getParentRoute: () => root,
  path: '/credentials',
  validateSearch: textSearch('tab', 'q', 'status', 'tag', 'sort', 'order'),
  component: requireSignedIn(
    firstPart(() => import('./credentials/pages/credential-list-page.tsx'), 'CredentialListPage'),
  ),
})

const credential = createRoute({
  getParentRoute: () => root,
  path: '/credentials/$id',
  component: requireSignedIn(
    firstPart(() => import('./credentials/pages/credential-page.tsx'), 'CredentialPage'),
  ),
})

const credentialLookup = createRoute({
  getParentRoute: () => root,
  path: '/credentials/$id/lookup',
  validateSearch: textSearch('lookupId'),
  component: requireConnection(lazyPart(() => import('./lookups/lookup-page.tsx'), 'LookupPage')),
})

const credentialEdit = createRoute({
  getParentRoute: () => root,
  path: '/credentials/$id/edit',
  validateSearch: textSearch('expiresAt'),
  component: requireSignedIn(
    lazyPart(() => import('./credentials/pages/credential-edit-page.tsx'), 'CredentialEditPage'),
  ),
})

const credentialRenew = createRoute({
  getParentRoute: () => root,
  path: '/credentials/$id/renew',
  component: requireConnection(lazyPart(() => import('./renewals/renewal-page.tsx'), 'RenewalPage')),
})

const cycleNew = createRoute({
  getParentRoute: () => root,
  path: '/credentials/cycles/new',
  validateSearch: textSearch('credentialId'),
  component: requireConnection(lazyPart(() => import('./ceu/cycles/cycle-new-page.tsx'), 'CycleNewPage')),
})

const cycle = createRoute({
  getParentRoute: () => root,
  path: '/credentials/cycles/$cycleId',
  component: requireSignedIn(lazyPart(() => import('./ceu/cycles/cycle-page.tsx'), 'CyclePage')),
})

const cycleEdit = createRoute({
  getParentRoute: () => root,
  path: '/credentials/cycles/$cycleId/edit',
  component: requireConnection(lazyPart(() => import('./ceu/cycles/cycle-edit-page.tsx'), 'CycleEditPage')),
})

const entryNew = createRoute({
  getParentRoute: () => root,
  path: '/credentials/entries/new',
  validateSearch: textSearch('cycleId', 'topic'),
  component: requireSignedIn(firstPart(() => import('./ceu/entries/entry-new-page.tsx'), 'EntryNewPage')),
})

const entryImport = createRoute({
  getParentRoute: () => root,
  path: '/credentials/entries/import',
  validateSearch: textSearch('cycleId'),
  component: requireConnection(
    lazyPart(() => import('./ceu/import/entry-import-page.tsx'), 'EntryImportPage'),
  ),
})

const entryEdit = createRoute({
  getParentRoute: () => root,
  path: '/credentials/entries/$entryId',
  validateSearch: textSearch('cycleId'),
  component: requireSignedIn(lazyPart(() => import('./ceu/entries/entry-edit-page.tsx'), 'EntryEditPage')),
})

const practiceLog = createRoute({
  getParentRoute: () => root,
  path: '/credentials/practice',
  component: requireConnection(
    lazyPart(() => import('./competency/practice-log-page.tsx'), 'PracticeLogPage'),
  ),
})

const practiceRecordNew = createRoute({
  getParentRoute: () => root,
  path: '/credentials/practice/new',
  component: requireConnection(lazyPart(() => import('./competency/record-new-page.tsx'), 'RecordNewPage')),
})

const practiceRecordEdit = createRoute({
  getParentRoute: () => root,
  path: '/credentials/practice/$recordId',
  component: requireConnection(lazyPart(() => import('./competency/record-page.tsx'), 'RecordPage')),
})

const healthList = createRoute({
  getParentRoute: () => root,
  path: '/credentials/health',
  component: requireConnection(lazyPart(() => import('./health/health-list-page.tsx'), 'HealthListPage')),
})

const healthNew = createRoute({
  getParentRoute: () => root,
  path: '/credentials/health/new',
  validateSearch: textSearch('kind'),
  component: requireConnection(lazyPart(() => import('./health/health-new-page.tsx'), 'HealthNewPage')),
})

const healthDetail = createRoute({
  getParentRoute: () => root,
  path: '/credentials/health/$recordId',
  component: requireConnection(lazyPart(() => import('./health/health-record-page.tsx'), 'HealthRecordPage')),
})

const healthEdit = createRoute({
  getParentRoute: () => root,
  path: '/credentials/health/$recordId/edit',
  component: requireConnection(lazyPart(() => import('./health/health-edit-page.tsx'), 'HealthEditPage')),
})

const practiceStates = createRoute({
  getParentRoute: () => root,
  path: '/credentials/states',
  validateSearch: textSearch('state', 'date'),
  component: requireConnection(lazyPart(() => import('./compact/practice-page.tsx'), 'PracticePage')),
})

const requirementLists = createRoute({
  getParentRoute: () => root,
  path: '/credentials/lists',
  component: requireConnection(lazyPart(() => import('./requirements/lists-page.tsx'), 'ListsPage')),
})

const requirementListNew = createRoute({
  getParentRoute: () => root,
  path: '/credentials/lists/new',
  component: requireConnection(lazyPart(() => import('./requirements/list-edit-page.tsx'), 'ListNewPage')),
})

const requirementList = createRoute({
  getParentRoute: () => root,
  path: '/credentials/lists/$listId',
  component: requireConnection(lazyPart(() => import('./requirements/list-page.tsx'), 'ListPage')),
})

const requirementListEdit = createRoute({
  getParentRoute: () => root,
  path: '/credentials/lists/$listId/edit',
  component: requireConnection(lazyPart(() => import('./requirements/list-edit-page.tsx'), 'ListEditPage')),
})

const request = createRoute({
  getParentRoute: () => root,
  path: '/request',
  staticData: { isForVisitors: true, isMinimalLayout: true },
  component: lazyPart(() => import('./requirements/request-page.tsx'), 'RequestPage'),
})

const reminders = createRoute({
  getParentRoute: () => root,
  path: '/credentials/reminders',
  validateSearch: textSearch('state'),
  component: requireConnection(lazyPart(() => import('./reminders/reminder-page.tsx'), 'ReminderPage')),
})

const shares = createRoute({
  getParentRoute: () => root,
  path: '/credentials/shares',
  component: requireConnection(lazyPart(() => import('./shares/owner/share-list-page.tsx'), 'ShareListPage')),
})

const shareNew = createRoute({
  getParentRoute: () => root,
  path: '/credentials/shares/new',
  validateSearch: textSearch('license', 'certification', 'cycle', 'file', 'items'),
  component: requireConnection(lazyPart(() => import('./shares/owner/share-new-page.tsx'), 'ShareNewPage')),
})

const shareDetail = createRoute({
  getParentRoute: () => root,
  path: '/credentials/shares/$shareId',
  component: requireConnection(
    lazyPart(() => import('./shares/owner/share-detail-page.tsx'), 'ShareDetailPage'),
  ),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: textSearch('section', 'problem', 'linked'),
  component: requireSignedIn(firstPart(() => import('./settings/settings-page.tsx'), 'SettingsPage')),
})

const bringData = createRoute({
  getParentRoute: () => root,
  path: '/settings/import',
  component: requireConnection(lazyPart(() => import('./imports/import-page.tsx'), 'ImportPage')),
})

const debug = createRoute({
  getParentRoute: () => root,
  path: '/debug-firebase',
  component: requireConnection(lazyPart(() => import('./ops/debug-page.tsx'), 'DebugPage')),
})

const share = createRoute({
  getParentRoute: () => root,
  path: '/share/$token',
  staticData: { isForVisitors: true, isMinimalLayout: true },
  component: firstPart(() => import('./shares/visitor/share-page.tsx'), 'SharePage'),
})

const check = createRoute({
  getParentRoute: () => root,
  path: '/check',
  staticData: { isForVisitors: true, isMinimalLayout: true },
  component: lazyPart(() => import('./checks/check-page.tsx'), 'CheckPage'),
})

const medicalDisclaimer = createRoute({
  getParentRoute: () => root,
  path: '/medical-disclaimer',
  staticData: { isForVisitors: true },
  component: lazyPart(() => import('./legal/medical-disclaimer-page.tsx'), 'MedicalDisclaimerPage'),
})

const termsOfUse = createRoute({
  getParentRoute: () => root,
  path: '/terms-of-use',
  staticData: { isForVisitors: true },
  component: lazyPart(() => import('./legal/terms-of-use-page.tsx'), 'TermsOfUsePage'),
})

const privacyPolicy = createRoute({
  getParentRoute: () => root,
  path: '/privacy-policy',
  staticData: { isForVisitors: true },
  component: lazyPart(() => import('./legal/privacy-policy-page.tsx'), 'PrivacyPolicyPage'),
})

const routeTree = root.addChildren([
  home,
  login,
  upload,
  vault,
  credential,
  credentialLookup,
  credentialEdit,
  credentialRenew,
  cycleNew,
  cycle,
  cycleEdit,
  entryNew,
  entryImport,
  entryEdit,
  practiceLog,
  practiceRecordNew,
  practiceRecordEdit,
  healthList,
  healthNew,
  healthDetail,
  healthEdit,
  practiceStates,
  requirementLists,
  requirementListNew,
  requirementList,
  requirementListEdit,
  request,
  reminders,
  shares,
  shareNew,
  shareDetail,
  settings,
  bringData,
  debug,
  share,
  check,
  medicalDisclaimer,
  termsOfUse,
  privacyPolicy,
])

/** The sign-in page, and the landing page, which is shown for the moment until the sign-in page is. */
export function loadSignedOutScreens(): Promise<unknown> {
  return Promise.all([SignIn.preload(), Landing.preload()])
}

function prefersStill(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** "Each route change scrolls smoothly to the top." Going back restores where the page was. */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { queryClient },
    ...(history ? { history } : {}),
    caseSensitive: true,
    defaultPreload: 'intent',
    defaultPendingComponent: PageSpinner,
    defaultErrorComponent: RouteErrorScreen,
    scrollRestoration: history === undefined,
    scrollRestorationBehavior: prefersStill() ? 'auto' : 'smooth',
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** Shown without an account, too. */
    isForVisitors?: boolean
    /** For visitors without an account, who came for this one page: no navigation. */
    isMinimalLayout?: boolean
  }
}
