// Made by `npm run client` from the contracts in src/shared. Do not edit.

export type AskedRecord = "tb_test" | "mmr" | "varicella" | "hepatitis_b" | "tdap" | "influenza" | "covid_19" | "physical" | "fit_test" | "drug_screen" | "background_check" | "skills_checklist" | "references" | "identity" | "insurance" | "drivers_license"

export type AskedRecordInput = "tb_test" | "mmr" | "varicella" | "hepatitis_b" | "tdap" | "influenza" | "covid_19" | "physical" | "fit_test" | "drug_screen" | "background_check" | "skills_checklist" | "references" | "identity" | "insurance" | "drivers_license"

export type CeRule = { id: string; version: string; jurisdiction: string | null; license: "RN" | "LPN" | "APRN" | null; roles: Array<"NP" | "CRNA" | "CNM" | "CNS"> | null; certification: string | null; effectiveFrom: string | null; effectiveUntil: string | null; periodYears: number; periodNote: string | null; renewal: { basis: "fixed" | "group" | "birth-month" | "birth-date" | "issue-date" | "unknown"; years: number; dates: Array<{ month: number; day: number; years: "every" | "even" | "odd" }>; monthsAfterBirthMonth: number | null; dayOfMonth: number | null; inYears: "every" | "even" | "odd" | "birth-year"; monthEnd: "issue-month" | "month-before" | null; opens: RenewalDay | null; applyBy: RenewalDay | null; lateUntil: RenewalDay | null; note: string | null }; duties: Array<RuleDuty>; doubts: Array<{ part: string; isRequired: boolean; why: string }>; unit: string; hoursPerUnit: number | null; unitNote: string | null; ways: Array<RuleWay>; firstRenewal: FirstRenewal; topics: Array<RuleTopic>; limits: Array<{ what: string; kinds: Array<EntryKind>; hours: number | null; per: "cycle" | "day"; note: string | null }>; excludes: Array<{ what: string; kinds: Array<EntryKind>; note: string | null }>; conversions: { ceu?: number; cme_credit?: number; semester_credit?: number; quarter_credit?: number; minutesPerHour?: number }; carryOver: { allowed: boolean | null; hours: number | null; note: string | null }; providers: string | null; exemptions: Array<string>; keepRecordsYears: number | null; window: { applyFrom: string | null; applyBy: string | null; earnBy: string | null; note: string | null }; pending: Array<{ what: string; expected: string | null; source: string | null }>; board: string; boardUrl: string; evidence: Array<{ url: string; kind: "statute" | "regulation" | "board" | "issuer" | "association" | "law-firm" | "vendor" | "other"; speaksOf: string | null; supports: Array<string> }>; uncited: Array<string>; checked: Record<string, TextKind>; readOn: string }

export type CertificationAnswer = { kind: "certification"; name: string; code: string | null; issuer: string; number: string | null; issuedAt: string | null; expiresAt: string | null; neverExpires: boolean; requiredForWork: boolean | null; reminderDays: number; tags: Array<string>; fileId: string | null; fileIds: Array<string>; notes: string | null; id: string; userId?: string; followsSchedule: boolean; status: Status; daysLeft: number | null; dateMissing: boolean; archivedAt: string | null; createdAt: string; updatedAt: string }

export type CertificationInput = { kind: "certification"; name: string; code?: string | null; issuer: string; number?: string | null; issuedAt?: string | null; expiresAt?: string | null; neverExpires?: boolean; requiredForWork?: boolean | null; reminderDays?: number | null; tags?: Array<string>; fileId?: string | null; fileIds?: Array<string>; notes?: string | null }

export type CeuCycle = { id: string; userId?: string; state: string | null; cycleStart: string; cycleEnd: string; requiredHours: number | null; hoursCompleted: number; hoursCounted: number; notes: string | null; licenseId: string | null; certificationId: string | null; credentialTitle: string | null; topics: Array<{ key: string | null; topic: string; tags: Array<string>; hours: number | null; maxHours: number | null; withinYears: number | null; dueOn: string | null }>; topicsCompleted: Array<TopicCompleted>; entryCount: number; ruleId: string | null; rule: StoredRule | null; newerRule: CeRule | null; answers: RuleAnswers; wayId: string | null; needAnswers: Array<NeedAnswer>; needs: Array<CycleNeed>; certifications: Array<HeldCertification>; carriedOverHours: number | null; createdAt: string; updatedAt: string }

export type CeuCycleInput = { state?: string | null; cycleStart: string; cycleEnd: string; requiredHours: number | null; notes?: string | null; licenseId?: string | null; certificationId?: string | null; topics?: Array<CycleTopicInput>; ruleId?: string | null; answers?: RuleAnswersInput; wayId?: string | null; needAnswers?: Array<NeedAnswerInput>; carriedOverHours?: number | null }

export type CeuCycleItems = { items: Array<CeuCycle> }

export type CeuCyclePatchInput = { state?: string | null; cycleStart?: string; cycleEnd?: string; requiredHours?: number | null; notes?: string | null; licenseId?: string | null; certificationId?: string | null; topics?: Array<CycleTopicInput>; answers?: RuleAnswersInput; wayId?: string | null; needAnswers?: Array<NeedAnswerInput>; carriedOverHours?: number | null }

export type CeuCycleQuery = { licenseId?: string; certificationId?: string }

export type CeuEntry = { id: string; userId?: string; cycleId: string; title: string; provider: string; hours: number; amount: number | null; unit: Unit; kind: EntryKind; completedAt: string; topicTags: Array<string>; topicHours: Array<{ topic: string; hours: number }>; fileId: string | null; fileIds: Array<string>; holderName: string | null; approvedBy: string | null; providerNumber: string | null; notes: string | null; counts: Array<{ cycleId: string; acceptedHours: number | null; countedHours: number; reasons: Array<Reason> }>; importId: string | null; createdAt: string; updatedAt: string }

export type CeuEntryInput = { cycleId: string; title: string; provider: string; hours?: number; amount?: number | null; unit?: UnitInput; kind?: EntryKindInput; completedAt: string; topicTags?: Array<string>; topicHours?: Array<{ topic: string; hours: number }>; fileId?: string | null; fileIds?: Array<string>; holderName?: string | null; approvedBy?: string | null; providerNumber?: string | null; notes?: string | null; counts?: Array<{ cycleId: string; acceptedHours?: number | null }> }

export type CeuEntryItems = { items: Array<CeuEntry> }

export type CeuEntryPage = { items: Array<CeuEntry>; nextCursor: string | null }

export type CeuEntryPatchInput = { cycleId?: string; title?: string; provider?: string; hours?: number; amount?: number | null; unit?: UnitInput; kind?: EntryKindInput; completedAt?: string; topicTags?: Array<string>; topicHours?: Array<{ topic: string; hours: number }>; fileId?: string | null; fileIds?: Array<string>; holderName?: string | null; approvedBy?: string | null; providerNumber?: string | null; notes?: string | null; counts?: Array<{ cycleId: string; acceptedHours?: number | null }> }

export type CeuEntryQuery = { limit?: string; cursor?: string }

export type ChannelName = "inApp" | "email" | "push" | "webhook"

export type CompactFile = { $about?: string; asOf: string; move: { days: number; effectiveFrom: string; sources: Array<string> }; records: Array<{ jurisdiction: string; name: string; status: CompactStatus; implementationDate: string | null; honorsMultistate: boolean | null; note: string | null; sources: Array<string>; asOf: string; confidence: "high" | "medium" | "low" }> }

export type CompactMembers = { asOf: string; members: Array<string> }

export type CompactStatus = "member" | "enacted-pending" | "none"

export type CompetencyKind = "practice_hours" | "academic_credits" | "refresher" | "exam" | "course" | "assessment" | "publication" | "portfolio" | "other"

export type CompetencyKindInput = "practice_hours" | "academic_credits" | "refresher" | "exam" | "course" | "assessment" | "publication" | "portfolio" | "other"

export type CompetencyRecord = { id: string; kind: CompetencyKind; title: string; amount: number | null; startDate: string | null; endDate: string; organization: string | null; fileIds: Array<string>; notes: string | null; createdAt: string; updatedAt: string }

export type CompetencyRecordInput = { kind: CompetencyKindInput; title: string; amount?: number | null; startDate?: string | null; endDate: string; organization?: string | null; fileIds?: Array<string>; notes?: string | null }

export type CompetencyRecordPage = { items: Array<CompetencyRecord>; nextCursor: string | null }

export type CompetencyRecordPatchInput = { kind?: CompetencyKindInput; title?: string; amount?: number | null; startDate?: string | null; endDate?: string; organization?: string | null; fileIds?: Array<string>; notes?: string | null }

export type CompetencyRecordQuery = { limit?: string; cursor?: string }

export type ContentQuery = { disposition?: "attachment" | "inline" }

export type CreatedShare = { id: string; userId?: string; resourceType: "license" | "certification" | "ceuCycle" | "packet"; resourceId: string | null; resources: Array<{ resourceType: "license" | "certification" | "ceuCycle" | "healthRecord" | "file"; resourceId: string; title: string | null }>; masks: { hideNumber: boolean; health?: { numbers: boolean; results: boolean; files: boolean } }; includeFiles: boolean; allowDownloads: boolean; mode: ShareMode; recipient: string | null; note: string | null; hasPasscode: boolean; language: "en" | "es" | null; viewLimit: number | null; viewsLeft: number | null; viewCount: number; firstViewedAt: string | null; lastViewedAt: string | null; expiresAt: string; revokedAt: string | null; state: ShareState; createdAt: string; updatedAt: string; token: string; url: string }

export type Credential = LicenseAnswer | CertificationAnswer

export type CredentialInput = LicenseInput | CertificationInput

export type CredentialItems = { items: Array<Credential> }

export type CredentialPage = { items: Array<Credential>; nextCursor: string | null }

export type CredentialPatchInput = { title?: string; type?: string; state?: string; issuer?: string; number?: string | null; issuedAt?: string | null; expiresAt?: string | null; neverExpires?: boolean; multistate?: boolean | null; renewalCycle?: number | null; reminderDays?: number | null; tags?: Array<string>; fileId?: string | null; fileIds?: Array<string>; extra?: Array<{ name: string; value: string }>; notes?: string | null; name?: string; code?: string | null; requiredForWork?: boolean | null }

export type CredentialQuery = { kind?: KindInput; status?: "active" | "renewal_due" | "expiring_soon" | "expired" | "expiring"; tag?: string; q?: string; archived?: "true" | "false"; dateMissing?: "true" | "false"; sort?: "expiresAt" | "createdAt" | "title"; order?: "asc" | "desc"; limit?: string; cursor?: string }

export type CredentialSummary = { total: number; byStatus: Record<string, number>; dateMissing: number; archived: number; byKind: { license: number; certification: number }; tags: Array<{ tag: string; count: number }> }

export type CycleNeed = { id: string; kind: NeedKind; amount: number | null; years: number | null; lastYearAmount: number | null; what: string | null; note: string | null; options: Array<string>; recorded: number | null; isProrated: boolean; isMet: boolean; isDone: boolean; credentialId: string | null; candidates: Array<HeldCertification> }

export type CycleProposal = { credentialId: string; kind: "license" | "certification"; credentialTitle: string; state: string | null; issuedAt: string | null; expiresAt: string | null; rule: CeRule | null; answers: RuleAnswers; wayId: string | null; cycleStart: string | null; cycleEnd: string | null; requiredHours: number | null; topics: Array<{ key: string | null; topic: string; tags: Array<string>; hours: number | null; maxHours: number | null; withinYears: number | null; dueOn: string | null }>; possibleEnds: Array<string>; carriedOverHours: number | null; renewal: { opens: string | null; applyBy: string | null; lateUntil: string | null; duties: Array<{ key: string; what: string; when: string; onlyIf: string | null; isStanding: boolean; dueOn: string | null; isConfirmed: boolean }> } | null; hasCycle: boolean }

export type CycleProposals = { items: Array<CycleProposal> }

export type CycleRemoval = { entries: number; shared: number }

export type CycleRemovalQuery = { keepShared?: "true" | "false"; onlyEmpty?: "true" | "false" }

export type CycleTopicInput = { key?: string | null; topic: string; hours?: number | null; maxHours?: number | null; tags?: Array<string>; withinYears?: number | null; dueOn?: string | null }

export type DeclinedTopicInput = { label: string; topic: string }

export type DeclinedTopicItems = { items: Array<{ label: string; topic: string }> }

export type DeletionQuery = { forever?: "true" | "false" }

export type DeliveryState = "waiting" | "sent" | "failed" | "skipped"

export type DueHealthRecord = { id: string; kind: HealthKind; dueOn: string; title: string }

export type DueHealthRecords = { items: Array<DueHealthRecord> }

export type EarlierCovers = { covers: Array<Array<{ x: number; y: number; width: number; height: number }>>; recipient: string | null; sharedAt: string }

export type EntryImportInput = { entries: Array<CeuEntryInput>; duplicates?: "skip" | "keep" }

export type EntryImportRemoved = { deleted: number }

export type EntryImported = { importId: string; count: number; skipped: Array<number> }

export type EntryKind = "course" | "self_study" | "bls" | "advanced_life_support" | "life_support" | "academic" | "presentation" | "preceptor" | "publication" | "cme" | "volunteer" | "other"

export type EntryKindInput = "course" | "self_study" | "bls" | "advanced_life_support" | "life_support" | "academic" | "presentation" | "preceptor" | "publication" | "cme" | "volunteer" | "other"

export type EntrySuggestions = { providers: Array<{ provider: string; approvedBy: string | null; providerNumber: string | null }>; topics: Array<string> }

export type ExportQuery = { progress?: "true" | "false" }

export type ExportSummary = { counts: { credentials: number; cycles: number; entries: number; practiceRecords: number; healthRecords: number; files: number; shares: number; inTrash: number }; bytes: number; isEmpty: boolean }

export type FilePage = { items: Array<VaultFile>; nextCursor: string | null }

export type FilePatchInput = { name?: string }

export type FileQuery = { unattached?: "true" | "false"; limit?: number; cursor?: string }

export type FirstRenewal = { rule: "same" | "exempt" | "reduced" | "prorated" | "unknown"; hours: number | null; perMonth: number | null; condition: string | null; topicsStillDue: Array<string>; needsStillDue: boolean; endsExemption: string | null; note: string | null }

export type FreeValueInput = string | number | boolean

export type HealthKind = "tb_test" | "mmr" | "varicella" | "hepatitis_b" | "tdap" | "influenza" | "covid_19" | "physical" | "fit_test" | "drug_screen" | "background_check" | "skills_checklist" | "references" | "identity" | "insurance" | "drivers_license" | "other"

export type HealthKindInput = "tb_test" | "mmr" | "varicella" | "hepatitis_b" | "tdap" | "influenza" | "covid_19" | "physical" | "fit_test" | "drug_screen" | "background_check" | "skills_checklist" | "references" | "identity" | "insurance" | "drivers_license" | "other"

export type HealthRecord = { id: string; kind: HealthKind; performedOn: string | null; dueOn: string | null; fields: Record<string, string | null>; doses: Array<{ givenOn: string; product: string | null }>; titers: Array<{ takenOn: string; result: "immune" | "not_immune" | "equivocal" | "pending"; antigen: string | null }>; notes: string | null; fileIds: Array<string>; createdAt: string; updatedAt: string }

export type HealthRecordInput = { kind: HealthKindInput; performedOn?: string | null; dueOn?: string | null; fields?: Record<string, string | null>; doses?: Array<{ givenOn: string; product?: string | null }>; titers?: Array<{ takenOn: string; result: "immune" | "not_immune" | "equivocal" | "pending"; antigen?: string | null }>; notes?: string | null; fileIds?: Array<string> }

export type HealthRecordList = { items: Array<HealthRecord> }

export type HealthRecordPatchInput = { performedOn?: string | null; dueOn?: string | null; fields?: Record<string, string | null>; doses?: Array<{ givenOn: string; product?: string | null }>; titers?: Array<{ takenOn: string; result: "immune" | "not_immune" | "equivocal" | "pending"; antigen?: string | null }>; notes?: string | null; fileIds?: Array<string> }

export type HealthRecordQuery = { kind?: HealthKindInput; q?: string }

export type HeldCertification = { credentialId: string; title: string; expiresAt: string | null }

export type Home = { today: string; credentials: { total: number; dateMissing: number; archived: number }; verdict: Verdict; firstSteps: Array<{ name: "license"; isDone: boolean; isAbove: boolean } | { name: "life_support"; isDone: boolean } | { name: "cycle"; isDone: boolean; proposed: { credentialId: string; title: string; due: string | null; unit: string; hoursLeft: number; topicsLeft: number; needsLeft: number } | null } | { name: "reminders"; isDone: boolean; channels: Array<"email" | "push" | "webhook" | "calendar">; warnings: Array<{ code: ReminderWarning; channel: ChannelName | null; at: string | null; reason: string | null }> } | { name: "longer_schedule"; isDone: boolean } | { name: "phone"; isDone: boolean }> | null; next: { steps: Array<{ kind: "add_date"; id: string; credentialId: string; title: string; due: null } | { kind: "renew"; id: string; credentialId: string; title: string; status: Status; due: string; expiresAt: string; renewal: { opens: string | null; applyBy: string | null; lateUntil: string | null } | null } | { kind: "continue_renewal"; id: string; credentialId: string; title: string; credentialKind: Kind; due: string | null; status: Status | null; expiresAt: string | null; renewal: { opens: string | null; applyBy: string | null; lateUntil: string | null } | null; dutiesLeft: number; openedOn: string; submittedOn: string | null } | { kind: "topic"; id: string; cycleId: string; credentialTitle: string | null; state: string | null; topic: string; dutyKind: "ceuDeadline" | "ceuRunOut"; due: string } | { kind: "cycle"; id: string; cycleId: string; credentialTitle: string | null; state: string | null; due: string; startsOn: string; progress: "done" | "on_pace" | "behind" | "not_started" | "ended"; unit: string; hoursLeft: number; topicsLeft: number; needsLeft: number } | { kind: "add_cycle"; id: string; credentialId: string; title: string; due: string | null; unit: string; hoursLeft: number; topicsLeft: number; needsLeft: number } | { kind: "move"; id: string; residenceId: string; state: string; due: string } | { kind: "health"; id: string; recordId: string; title: string; due: string } | { kind: "list"; id: string; listId: string; title: string; due: string; left: Array<string>; leftCount: number } | { kind: "mailed_files"; id: string; due: null; count: number } | { kind: "reminder_warning"; id: string; warning: { code: ReminderWarning; channel: ChannelName | null; at: string | null; reason: string | null }; due: null }>; upcoming: Array<{ credentialId: string; title: string; due: string; status: Status }>; isComplete: boolean; withoutRule: Array<string> }; year: Array<{ month: string; items: Array<{ kind: "credential"; id: string; title: string; due: string; status: Status; mark: string } | { kind: "topic"; id: string; cycleId: string; credentialTitle: string | null; state: string | null; topic: string; dutyKind: "ceuDeadline" | "ceuRunOut"; due: string; status: Status } | { kind: "apply"; id: string; credentialId: string; title: string; due: string; status: Status; mark: string; lateUntil: string | null }> }>; ce: { cycles: Array<{ id: string; state: string | null; credentialTitle: string | null; cycleStart: string; cycleEnd: string; requiredHours: number | null; hoursCounted: number; topicsCompleted: Array<TopicCompleted>; topics: Array<{ topic: string; hours: number | null }>; rule: { unit: string } | null; progress: "done" | "on_pace" | "behind" | "not_started" | "ended"; fraction: number }>; currentCount: number; hasPast: boolean; proposedFor: string | null }; practice: { isOffered: boolean; counts: Record<string, number>; assumes: Array<string> } | null; reminders: { next: Reminder | null; isPlanned: boolean } | null; shares: Array<{ id: string; resources: Array<{ resourceType: "license" | "certification" | "ceuCycle" | "healthRecord" | "file"; resourceId: string; title: string | null }>; recipient: string | null; state: ShareState; expiresAt: string; revokedAt: string | null; viewLimit: number | null; viewCount: number; lastViewedAt: string | null }> | null; dismissed: Array<Notice> | null }

export type ItemChoice = { resource: { type: "license" | "certification" | "file" | "healthRecord"; id: string } | null; issuedOn: string | null; endsOn: string | null }

export type ItemChoiceInput = { resource?: { type: "license" | "certification" | "file" | "healthRecord"; id: string } | null; issuedOn?: string | null; endsOn?: string | null }

export type KeptProof = { until: string | null; board: string | null }

export type Kind = "license" | "certification"

export type KindInput = "license" | "certification"

export type LicenseAnswer = { kind: "license"; title: string; type: string; state: string; issuer: string; number: string | null; issuedAt: string | null; expiresAt: string | null; neverExpires: boolean; multistate: boolean | null; renewalCycle: number | null; reminderDays: number; tags: Array<string>; fileId: string | null; fileIds: Array<string>; extra: Array<{ name: string; value: string }>; notes: string | null; id: string; userId?: string; followsSchedule: boolean; status: Status; daysLeft: number | null; dateMissing: boolean; archivedAt: string | null; createdAt: string; updatedAt: string }

export type LicenseInput = { kind: "license"; title?: string | null; type: string; state: string; issuer?: string | null; number?: string | null; issuedAt?: string | null; expiresAt?: string | null; neverExpires?: boolean; multistate?: boolean | null; renewalCycle?: number | null; reminderDays?: number | null; tags?: Array<string>; fileId?: string | null; fileIds?: Array<string>; extra?: Array<{ name: string; value: string }>; notes?: string | null }

export type ListItem = { kind: "license"; title: string; note: string | null; issuedWithin: { amount: number; unit: "days" | "months" } | null; validThrough: string | null; needsCheck: boolean; type: string | null; state: string | null; orCompact: boolean; choice: ItemChoice | null } | { kind: "certification"; title: string; note: string | null; issuedWithin: { amount: number; unit: "days" | "months" } | null; validThrough: string | null; needsCheck: boolean; code: string; choice: ItemChoice | null } | { kind: "ce"; title: string; note: string | null; issuedWithin: { amount: number; unit: "days" | "months" } | null; validThrough: string | null; needsCheck: boolean; topic: string | null; hours: number; since: string | null; choice: ItemChoice | null } | { kind: "health"; title: string; note: string | null; issuedWithin: { amount: number; unit: "days" | "months" } | null; validThrough: string | null; needsCheck: boolean; record: AskedRecord; choice: ItemChoice | null } | { kind: "document"; title: string; note: string | null; issuedWithin: { amount: number; unit: "days" | "months" } | null; validThrough: string | null; needsCheck: boolean; choice: ItemChoice | null } | { kind: "form"; title: string; note: string | null; issuedWithin: { amount: number; unit: "days" | "months" } | null; validThrough: string | null; needsCheck: boolean; choice: ItemChoice | null }

export type ListItemInput = { kind: "license"; title: string; note?: string | null; issuedWithin?: { amount: number; unit: "days" | "months" } | null; validThrough?: string | null; needsCheck?: boolean; type?: string | null; state?: string | null; orCompact?: boolean; choice?: ItemChoiceInput | null } | { kind: "certification"; title: string; note?: string | null; issuedWithin?: { amount: number; unit: "days" | "months" } | null; validThrough?: string | null; needsCheck?: boolean; code: string; choice?: ItemChoiceInput | null } | { kind: "ce"; title: string; note?: string | null; issuedWithin?: { amount: number; unit: "days" | "months" } | null; validThrough?: string | null; needsCheck?: boolean; topic?: string | null; hours: number; since?: string | null; choice?: ItemChoiceInput | null } | { kind: "health"; title: string; note?: string | null; issuedWithin?: { amount: number; unit: "days" | "months" } | null; validThrough?: string | null; needsCheck?: boolean; record: AskedRecordInput; choice?: ItemChoiceInput | null } | { kind: "document"; title: string; note?: string | null; issuedWithin?: { amount: number; unit: "days" | "months" } | null; validThrough?: string | null; needsCheck?: boolean; choice?: ItemChoiceInput | null } | { kind: "form"; title: string; note?: string | null; issuedWithin?: { amount: number; unit: "days" | "months" } | null; validThrough?: string | null; needsCheck?: boolean; choice?: ItemChoiceInput | null }

export type ListMatch = { today: string; items: Array<{ title: string; asks: string; state: MatchState; reason: string; advice: string | null; resources: Array<{ resourceType: "license" | "certification" | "file"; resourceId: string }> }>; packet: Array<{ resourceType: "license" | "certification" | "file"; resourceId: string }> }

export type ListPage = { items: Array<ListSummary> }

export type ListQuery = { q?: string }

export type ListSummary = { id: string; name: string; startsOn: string | null; endsOn: string | null; requestedBy: string | null; createdAt: string; updatedAt: string; itemCount: number; counts: Record<string, number>; left: Array<string> }

export type LookupInput = { lookedUpOn: string; place: string; status: string; expiresAt?: string | null; lastFour?: string | null; fileIds?: Array<string>; credentialId: string }

export type LookupItems = { items: Array<LookupRecord> }

export type LookupPatchInput = { lookedUpOn?: string; place?: string; status?: string; expiresAt?: string | null; lastFour?: string | null; fileIds?: Array<string> }

export type LookupQuery = { credentialId: string }

export type LookupRecord = { id: string; credentialId: string; lookedUpOn: string; place: string; status: string; expiresAt: string | null; lastFour: string | null; fileIds: Array<string>; createdAt: string; updatedAt: string }

export type MatchState = "missing" | "ended" | "too_old" | "ends_during" | "unknown" | "choice" | "held"

export type MovePlan = { state: { code: string; name: string }; from: string; isMember: boolean; apply: Array<{ as: string; kind: "multistate" | "single_state"; applyBy: string | null }>; ends: Array<string>; stays: Array<string>; applyBy: string | null; asOf: string; source: { name: string; url: string | null }; board: { name: string; url: string | null } | null }

export type MoveQuery = { state: string; from: string }

export type NeedAnswer = { need: string; isDone: boolean; credentialId: string | null }

export type NeedAnswerInput = { need: string; isDone?: boolean; credentialId?: string | null }

export type NeedKind = "ce" | "practice_hours" | "certification" | "academic_credits" | "refresher" | "exam" | "course" | "assessment" | "publication" | "portfolio" | "other"

export type Notice = "first_steps" | "install_app" | "longer_schedule" | "mail_not_set_up" | "bell"

export type OptionalChannel = "email" | "push" | "webhook"

export type PacketCheck = { undrawn: Array<string> }

export type PacketQuery = { format?: "pdf" | "zip"; progress?: "true" | "false" }

export type PracticeAnswer = { may: boolean | null; as: string | null; on: { id: string; title: string; state: string; expiresAt: string | null } | null; look: PracticeLook; reason: { code: PracticeReason; text: string }; warnings: Array<string>; assumes: string | null; state: { code: string; name: string }; date: string; asOf: string; source: { name: string; url: string | null }; board: { name: string; url: string | null } | null; others: Array<{ may: boolean | null; as: string | null; on: { id: string; title: string; state: string; expiresAt: string | null } | null; look: PracticeLook; reason: { code: PracticeReason; text: string }; warnings: Array<string>; assumes: string | null }> }

export type PracticeLook = "licensed" | "by_compact" | "pending" | "not" | "unknown"

export type PracticeOverview = { isOffered: boolean; counts: Record<string, number>; assumes: Array<string>; move: { residenceId: string; state: string; applyBy: string; isOverdue: boolean } | null }

export type PracticeQuery = { state: string; date?: string }

export type PracticeReason = "licensed" | "compact" | "move_overdue" | "multistate_unknown" | "date_missing" | "compact_pending" | "state_unknown" | "compact_not_yet" | "ended_by_move" | "replaced" | "state_not_member" | "lapsed" | "not_issued" | "single_state" | "home_not_member" | "outside_compact" | "no_license"

export type PracticeStates = { date: string; items: Array<PracticeAnswer> }

export type PracticeStatesQuery = { date?: string }

export type PreviewQuery = { width?: number }

export type ProfileInput = { firstName?: string | null; lastName?: string | null; organization?: string | null; jobTitle?: string | null; birthMonth?: number | null; settings?: { locale?: string | null; timeZone?: string | null } }

export type Reason = { code: ReasonCode; hours: number }

export type ReasonCode = "accepted" | "outside_dates" | "kind_refused" | "kind_unclear" | "no_conversion" | "over_cap" | "over_day_cap" | "over_category" | "set_by_owner" | "converted" | "no_certificate" | "topic_hours_missing"

export type RedactionInput = { fileId: string; pictureIds: Array<string>; covers?: Array<Array<{ x: number; y: number; width: number; height: number }>> | null }

export type Reminder = { id: string; resourceType: WatchedKind; resourceId: string; cycleId: string | null; title: string; dueOn: string; remindOn: string; leadDays: number; step: "book_class" | "apply" | "duty" | "renew" | "lapsed"; state: "scheduled" | "sent" | "dismissed"; sentAt: string | null; channels: Array<{ channel: ChannelName; state: DeliveryState; at: string | null; error: string | null }>; isRead: boolean; snoozedUntil: string | null; createdAt: string }

export type ReminderPage = { items: Array<Reminder>; nextCursor: string | null }

export type ReminderPatchInput = { state?: "scheduled" | "sent" | "dismissed"; isRead?: boolean; snoozedUntil?: string | null }

export type ReminderQuery = { state?: "scheduled" | "sent" | "dismissed"; limit?: string; cursor?: string }

export type ReminderSettings = { hour: number; digest: "each" | "daily" | "weekly"; isWeeklyAfter: boolean; leads: Array<number>; kinds: { license: { leads: Array<number> | null; email: boolean }; certification: { leads: Array<number> | null; email: boolean }; ceuCycle: { leads: Array<number> | null; email: boolean } }; channels: Record<string, boolean>; namesHealthRecords: boolean }

export type ReminderSummary = { unread: number; next: Reminder | null; isPlanned: boolean; warnings: Array<{ code: ReminderWarning; channel: ChannelName | null; at: string | null; reason: string | null }> }

export type ReminderWarning = "mail_not_set_up" | "last_delivery_failed" | "scheduler_late"

export type Renewal = { id: string; credentialId: string; state: RenewalState; openedOn: string; submittedOn: string | null; classOn: string | null; fee: number | null; confirmation: string | null; notes: string | null; duties: Array<{ duty: string; answer: "done" | "exempt" }>; fileIds: Array<string>; finishedAt: string | null; createdAt: string; updatedAt: string }

export type RenewalDay = { daysBefore: number } | { daysAfter: number } | { month: number; day: number; years: "every" | "even" | "odd" }

export type RenewalFinishInput = { issuedAt?: string | null; expiresAt?: string | null; neverExpires?: boolean; number?: string | null; fileIds?: Array<string> }

export type RenewalItems = { items: Array<Renewal> }

export type RenewalOverview = { id: string; credentialId: string; state: RenewalState; openedOn: string; submittedOn: string | null; duties: Array<{ duty: string; answer: "done" | "exempt" }>; finishedAt: string | null; endedTerm: string | null; kind: Kind; title: string }

export type RenewalOverviewItems = { items: Array<RenewalOverview> }

export type RenewalPatchInput = { openedOn?: string; submittedOn?: string | null; classOn?: string | null; fee?: number | null; confirmation?: string | null; notes?: string | null; duties?: Array<{ duty: string; answer: "done" | "exempt" }>; fileIds?: Array<string>; state?: "planned" | "submitted" }

export type RenewalState = "planned" | "submitted" | "done"

export type RequirementList = { id: string; name: string; startsOn: string | null; endsOn: string | null; requestedBy: string | null; items: Array<ListItem>; createdAt: string; updatedAt: string }

export type RequirementListInput = { name: string; startsOn?: string | null; endsOn?: string | null; requestedBy?: string | null; items: Array<ListItemInput> }

export type RequirementListPatchInput = { name?: string; startsOn?: string | null; endsOn?: string | null; requestedBy?: string | null; items?: Array<ListItemInput> }

export type Residence = { id: string; state: string; from: string; appliedOn: string | null; createdAt: string; updatedAt: string }

export type ResidenceInput = { state: string; from: string; appliedOn?: string | null }

export type ResidenceItems = { items: Array<Residence> }

export type ResidencePatchInput = { state?: string; from?: string; appliedOn?: string | null }

export type ResourceType = "license" | "certification" | "ceuCycle" | "ceuEntry" | "competencyRecord" | "lookup" | "healthRecord" | "renewal" | "term" | "share" | "mail"

export type RuleAnswers = { firstRenewal: boolean | null; topics: Array<{ topic: string; answer: TopicAnswer }> }

export type RuleAnswersInput = { firstRenewal?: boolean | null; topics?: Array<{ topic: string; answer: TopicAnswerInput }> }

export type RuleDuty = { key: string; what: string; when: string; by: RenewalDay | null; onlyIf: string | null; isStanding: boolean }

export type RuleNeed = { kind: NeedKind; amount: number | null; years: number | null; lastYearAmount: number | null; individualMin: number | null; topic: string | null; categories: Array<{ key: string; title: string; min: number | null; max: number | null }>; options: Array<string>; what: string | null; note: string | null }

export type RulePart = "hours" | "renewal" | "firstRenewal" | "topics" | "excludes" | "ways" | "carryOver"

export type RuleTopic = { key: string; topic: string; hours: number | null; every: string; deadline: { date: string | null; yearsAfterLicensure: number | null; text: string } | null; effectiveFrom: string | null; effectiveUntil: string | null; tags: Array<string>; onTop: boolean; onlyIf: string | null; replaces: string | null; note: string | null }

export type RuleWay = { id: string; title: string; needs: Array<RuleNeed>; topicsDue: Array<string> | null; note: string | null }

export type SearchQuery = { q: string }

export type SearchResults = { credentials: { items: Array<{ id: string; kind: Kind; title: string; expiresAt: string | null; neverExpires: boolean; isArchived: boolean }>; hasMore: boolean }; cycles: { items: Array<{ id: string; state: string | null; credentialTitle: string | null; cycleStart: string; cycleEnd: string }>; hasMore: boolean }; courses: { items: Array<{ id: string; title: string; provider: string; completedAt: string }>; hasMore: boolean }; documents: { items: Array<{ id: string; name: string; size: number; mimeType: "application/pdf" | "image/jpeg" | "image/png" | "image/webp" | "image/heic" | "image/heif"; sha256: string; resourceType: ResourceType | null; resourceId: string | null; createdAt: string }>; hasMore: boolean } | null; shares: { items: Array<{ id: string; recipient: string | null; resources: Array<{ resourceType: "license" | "certification" | "ceuCycle" | "healthRecord" | "file"; resourceId: string; title: string | null }>; state: ShareState; expiresAt: string }>; hasMore: boolean } | null; healthRecords: { items: Array<{ id: string; kind: HealthKind; title: string; performedOn: string | null }>; hasMore: boolean } | null }

export type SeveralChangeInput = { action: "archive" | "unarchive"; ids: Array<string> } | { action: "tag"; ids: Array<string>; tag: string }

export type SeveralChanged = { changed: Array<string> }

export type Share = { id: string; userId?: string; resourceType: "license" | "certification" | "ceuCycle" | "packet"; resourceId: string | null; resources: Array<{ resourceType: "license" | "certification" | "ceuCycle" | "healthRecord" | "file"; resourceId: string; title: string | null }>; masks: { hideNumber: boolean; health?: { numbers: boolean; results: boolean; files: boolean } }; includeFiles: boolean; allowDownloads: boolean; mode: ShareMode; recipient: string | null; note: string | null; hasPasscode: boolean; language: "en" | "es" | null; viewLimit: number | null; viewsLeft: number | null; viewCount: number; firstViewedAt: string | null; lastViewedAt: string | null; expiresAt: string; revokedAt: string | null; state: ShareState; createdAt: string; updatedAt: string }

export type ShareEvent = { at: string; kind: "opened" | "viewed" | "downloaded" | "refused"; what: string | null; device: string | null; visitor: string }

export type ShareInput = { resourceType: "license" | "certification" | "ceuCycle" | "packet"; resourceId?: string | null; resources?: Array<{ resourceType: "license" | "certification" | "ceuCycle" | "healthRecord" | "file"; resourceId: string }>; masks?: { hideNumber?: boolean; health?: { numbers?: boolean; results?: boolean; files?: boolean } }; includeFiles?: boolean; allowDownloads?: boolean; mode?: ShareModeInput; recipient?: string | null; note?: string | null; expiresAt?: string | null; passcode?: string | null; viewLimit?: number | null; language?: "en" | "es" | null; redactions?: Array<RedactionInput> }

export type ShareLog = { items: Array<ShareEvent>; nextCursor: string | null }

export type ShareLogQuery = { limit?: string; cursor?: string }

export type ShareMode = "live" | "frozen"

export type ShareModeInput = "live" | "frozen"

export type SharePage = { items: Array<Share>; nextCursor: string | null }

export type SharePatchInput = { expiresAt?: string; allowDownloads?: boolean; recipient?: string | null; note?: string | null; passcode?: string | null; viewLimit?: number | null; language?: "en" | "es" | null }

export type SharePreview = { view: ShareView; withheld: Array<{ fileId: string; name: string; kind: "pdf" | "picture"; earlier: EarlierCovers | null }>; undrawn: Array<string> }

export type ShareQuery = { state?: "live" | "ended"; limit?: string; cursor?: string }

export type ShareState = "live" | "revoked" | "expired" | "used_up" | "gone"

export type ShareView = { ownerName: string; recipient: string | null; note: string | null; asOf: string; today: string; frozenAt: string | null; openUntil: string; timeZone: string; allowDownloads: boolean; items: Array<ViewItem> }

export type SharesTokenInput = { expiresAt?: string | null }

export type SimilarQuery = { title: string; completedAt: string; hours: number }

export type Status = "active" | "renewal_due" | "expiring_soon" | "expired"

export type StoredRule = CeRule

export type Term = { id: string; renewalId: string; issuedAt: string | null; expiresAt: string | null; neverExpires: boolean; number: string | null; fileIds: Array<string>; endedAt: string }

export type TermItems = { items: Array<Term> }

export type TextKind = "official" | "secondary" | "uncited" | "none_found"

export type TopicAnswer = "due" | "done" | "exempt"

export type TopicAnswerInput = "due" | "done" | "exempt"

export type TopicCompleted = { topic: string; hours: number; isMet: boolean; lastOn: string | null; countsUntil: string | null }

export type TrashItem = { kind: TrashKind; id: string; title: string; entryCount: number | null; size: number | null; deletedAt: string; goneAt: string; keep: KeptProof | null }

export type TrashKind = "license" | "certification" | "lookup" | "competencyRecord" | "healthRecord" | "requirementList" | "ceuCycle" | "ceuEntry" | "renewal" | "residence" | "file"

export type TrashPage = { items: Array<TrashItem>; nextCursor: string | null; count: number; size: number; keep: KeptProof | null }

export type TrashQuery = { limit?: number; cursor?: string }

export type Unit = "contact_hour" | "ceu" | "minute" | "cme_credit" | "semester_credit" | "quarter_credit"

export type UnitInput = "contact_hour" | "ceu" | "minute" | "cme_credit" | "semester_credit" | "quarter_credit"

export type User = { id: string; email: string; emailVerified: boolean; name: string; firstName: string | null; lastName: string | null; organization: string | null; jobTitle: string | null; birthMonth: number | null; settings: { locale: string | null; timeZone: string | null }; createdAt: string; updatedAt: string }

export type VaultFacts = { credentials: Array<{ id: string; kind: Kind; title: string; type: string | null; state: string | null; multistate: boolean | null; code: string | null; name: string | null; issuedAt: string | null; expiresAt: string | null; neverExpires: boolean }>; entries: Array<{ id: string; title: string; hours: number; completedAt: string; topicTags: Array<string>; fileIds: Array<string> }>; files: Array<{ id: string; name: string }>; healthRecords: Array<{ id: string; kind: HealthKind; title: string; performedOn: string | null; expiresOn: string | null }> }

export type VaultFile = { id: string; userId?: string; name: string; size: number; mimeType: "application/pdf" | "image/jpeg" | "image/png" | "image/webp" | "image/heic" | "image/heif"; sha256: string; resourceType: ResourceType | null; resourceId: string | null; createdAt: string }

export type Verdict = { verdict: "yes" | "partly" | "unknown" | "no" | "no_license"; until: string | null; headline: string; action: { kind: "add_license" | "add_date" | "renew" | "view"; label: string; resourceId: string | null } | null; answers?: Array<{ verdict: "yes" | "partly" | "unknown" | "no"; text: string; states: Array<string> }>; states: Array<{ state: string; verdict: "yes" | "partly" | "unknown" | "no"; until: string | null; reasons: Array<{ resourceId: string; title: string; reason: string }> }> }

export type ViewCertification = { resourceType: "certification"; title: string; issuer: string; code: string | null; number: string | null; isNumberHidden: boolean; issuedAt: string | null; expiresAt: string | null; neverExpires: boolean; status: Status; daysLeft: number | null; lookup: { name: string; url: string } | null; lookedUp: { on: string; place: string; status: string; expiresAt: string | null } | null; files: Array<ViewFile>; filesWithheld: number }

export type ViewCycle = { resourceType: "ceuCycle"; title: string; state: string | null; cycleStart: string; cycleEnd: string; requiredHours: number | null; hoursCounted: number; hoursName: string; topics: Array<{ topic: string; hours: number | null; completed: number; isDone: boolean }>; caveats: Array<string>; isComplete: boolean; entries: Array<ViewEntry> }

export type ViewEntry = { title: string; provider: string; providerNumber: string | null; hours: number; countedHours: number; completedAt: string; topics: Array<string>; files: Array<ViewFile>; filesWithheld: number }

export type ViewFile = { id: string; name: string; kind: "pdf" | "picture" }

export type ViewHealthRecord = { resourceType: "healthRecord"; title: string; performedLabel: string; performedOn: string | null; dueLabel: string; dueOn: string | null; doses: Array<{ givenOn: string; product: string | null }>; titers: Array<{ takenOn: string; antigen: string | null; result: string | null }>; facts: Array<{ name: string; text: string | null; isHidden: boolean }>; files: Array<ViewFile>; filesWithheld: number }

export type ViewItem = ViewLicense | ViewCertification | ViewCycle | ViewHealthRecord | ViewSingleFile

export type ViewLicense = { resourceType: "license"; title: string; type: string; state: string; issuer: string; multistate: boolean; number: string | null; isNumberHidden: boolean; issuedAt: string | null; expiresAt: string | null; neverExpires: boolean; status: Status; daysLeft: number | null; lookup: { name: string; url: string } | null; lookedUp: { on: string; place: string; status: string; expiresAt: string | null } | null; files: Array<ViewFile>; filesWithheld: number }

export type ViewSingleFile = { resourceType: "file"; title: string; files: Array<ViewFile>; filesWithheld: number }

export type WatchedKind = "license" | "certification" | "ceuCycle" | "ceuDeadline" | "ceuRunOut" | "moveDeadline" | "healthRecord" | "requirementList"

/** Every endpoint that an access token reaches, by method and path. */
export type Endpoints = {
  'GET /api/ceu-cycles': { query?: CeuCycleQuery; answer: CeuCycleItems }
  'POST /api/ceu-cycles': { body: CeuCycleInput; answer: CeuCycle }
  'GET /api/ceu-cycles/declined-topics': { answer: DeclinedTopicItems }
  'POST /api/ceu-cycles/declined-topics': { body: DeclinedTopicInput; answer: undefined }
  'GET /api/ceu-cycles/proposals': { answer: CycleProposals }
  'DELETE /api/ceu-cycles/{id}': { params: { id: string | number }; query?: CycleRemovalQuery; answer: undefined }
  'GET /api/ceu-cycles/{id}': { params: { id: string | number }; answer: CeuCycle }
  'PATCH /api/ceu-cycles/{id}': { params: { id: string | number }; body: CeuCyclePatchInput; answer: CeuCycle }
  'GET /api/ceu-cycles/{id}/packet': { params: { id: string | number }; query?: PacketQuery; answer: Response }
  'GET /api/ceu-cycles/{id}/packet/check': { params: { id: string | number }; answer: PacketCheck }
  'GET /api/ceu-cycles/{id}/removal': { params: { id: string | number }; answer: CycleRemoval }
  'POST /api/ceu-cycles/{id}/restore': { params: { id: string | number }; answer: CeuCycle }
  'POST /api/ceu-cycles/{id}/rule': { params: { id: string | number }; answer: CeuCycle }
  'GET /api/ceu-entries': { query?: CeuEntryQuery; answer: CeuEntryPage }
  'POST /api/ceu-entries': { body: CeuEntryInput; answer: CeuEntry }
  'GET /api/ceu-entries/cycle/{cycleId}': { params: { cycleId: string | number }; answer: CeuEntryItems }
  'POST /api/ceu-entries/import': { body: EntryImportInput; answer: EntryImported }
  'DELETE /api/ceu-entries/import/{importId}': { params: { importId: string | number }; answer: EntryImportRemoved }
  'GET /api/ceu-entries/similar': { query?: SimilarQuery; answer: CeuEntryItems }
  'GET /api/ceu-entries/suggestions': { answer: EntrySuggestions }
  'DELETE /api/ceu-entries/{id}': { params: { id: string | number }; answer: undefined }
  'GET /api/ceu-entries/{id}': { params: { id: string | number }; answer: CeuEntry }
  'PATCH /api/ceu-entries/{id}': { params: { id: string | number }; body: CeuEntryPatchInput; answer: CeuEntry }
  'POST /api/ceu-entries/{id}/restore': { params: { id: string | number }; answer: CeuEntry }
  'GET /api/competency-records': { query?: CompetencyRecordQuery; answer: CompetencyRecordPage }
  'POST /api/competency-records': { body: CompetencyRecordInput; answer: CompetencyRecord }
  'DELETE /api/competency-records/{id}': { params: { id: string | number }; answer: undefined }
  'GET /api/competency-records/{id}': { params: { id: string | number }; answer: CompetencyRecord }
  'PATCH /api/competency-records/{id}': { params: { id: string | number }; body: CompetencyRecordPatchInput; answer: CompetencyRecord }
  'POST /api/competency-records/{id}/restore': { params: { id: string | number }; answer: CompetencyRecord }
  'GET /api/credentials': { query?: CredentialQuery; answer: CredentialPage }
  'POST /api/credentials': { body: CredentialInput; answer: Credential }
  'GET /api/credentials/expiring/{days}': { params: { days: string | number }; answer: CredentialItems }
  'GET /api/credentials/renewal/{days}': { params: { days: string | number }; answer: CredentialItems }
  'POST /api/credentials/several': { body: SeveralChangeInput; answer: SeveralChanged }
  'GET /api/credentials/summary': { answer: CredentialSummary }
  'GET /api/credentials/verdict': { answer: Verdict }
  'DELETE /api/credentials/{id}': { params: { id: string | number }; answer: undefined }
  'GET /api/credentials/{id}': { params: { id: string | number }; answer: Credential }
  'PATCH /api/credentials/{id}': { params: { id: string | number }; body: CredentialPatchInput; answer: Credential }
  'POST /api/credentials/{id}/archive': { params: { id: string | number }; answer: Credential }
  'GET /api/credentials/{id}/renewals': { params: { id: string | number }; answer: RenewalItems }
  'POST /api/credentials/{id}/renewals': { params: { id: string | number }; body: RenewalPatchInput; answer: Renewal }
  'POST /api/credentials/{id}/restore': { params: { id: string | number }; answer: Credential }
  'GET /api/credentials/{id}/terms': { params: { id: string | number }; answer: TermItems }
  'POST /api/credentials/{id}/unarchive': { params: { id: string | number }; answer: Credential }
  'GET /api/health-records': { query?: HealthRecordQuery; answer: HealthRecordList }
  'POST /api/health-records': { body: HealthRecordInput; answer: HealthRecord }
  'GET /api/health-records/due': { answer: DueHealthRecords }
  'DELETE /api/health-records/{id}': { params: { id: string | number }; answer: undefined }
  'GET /api/health-records/{id}': { params: { id: string | number }; answer: HealthRecord }
  'PATCH /api/health-records/{id}': { params: { id: string | number }; body: HealthRecordPatchInput; answer: HealthRecord }
  'POST /api/health-records/{id}/restore': { params: { id: string | number }; answer: HealthRecord }
  'GET /api/home': { answer: Home }
  'GET /api/lookups': { query?: LookupQuery; answer: LookupItems }
  'POST /api/lookups': { body: LookupInput; answer: LookupRecord }
  'DELETE /api/lookups/{id}': { params: { id: string | number }; answer: undefined }
  'PATCH /api/lookups/{id}': { params: { id: string | number }; body: LookupPatchInput; answer: LookupRecord }
  'POST /api/lookups/{id}/restore': { params: { id: string | number }; answer: LookupRecord }
  'GET /api/practice': { query?: PracticeQuery; answer: PracticeAnswer }
  'GET /api/practice/compact': { answer: CompactFile }
  'GET /api/practice/members': { answer: CompactMembers }
  'GET /api/practice/move': { query?: MoveQuery; answer: MovePlan }
  'GET /api/practice/overview': { answer: PracticeOverview }
  'GET /api/practice/states': { query?: PracticeStatesQuery; answer: PracticeStates }
  'GET /api/reminders': { query?: ReminderQuery; answer: ReminderPage }
  'POST /api/reminders/read': { answer: undefined }
  'GET /api/reminders/settings': { answer: ReminderSettings }
  'GET /api/reminders/summary': { answer: ReminderSummary }
  'DELETE /api/reminders/{id}': { params: { id: string | number }; answer: undefined }
  'PATCH /api/reminders/{id}': { params: { id: string | number }; body: ReminderPatchInput; answer: Reminder }
  'GET /api/renewals': { answer: RenewalOverviewItems }
  'DELETE /api/renewals/{id}': { params: { id: string | number }; answer: undefined }
  'GET /api/renewals/{id}': { params: { id: string | number }; answer: Renewal }
  'PATCH /api/renewals/{id}': { params: { id: string | number }; body: RenewalPatchInput; answer: Renewal }
  'POST /api/renewals/{id}/finish': { params: { id: string | number }; body: RenewalFinishInput; answer: Renewal }
  'POST /api/renewals/{id}/restore': { params: { id: string | number }; answer: Renewal }
  'POST /api/renewals/{id}/undo': { params: { id: string | number }; answer: Renewal }
  'GET /api/requirement-lists': { query?: ListQuery; answer: ListPage }
  'POST /api/requirement-lists': { body: RequirementListInput; answer: RequirementList }
  'GET /api/requirement-lists/facts': { answer: VaultFacts }
  'DELETE /api/requirement-lists/{id}': { params: { id: string | number }; answer: undefined }
  'GET /api/requirement-lists/{id}': { params: { id: string | number }; answer: RequirementList }
  'PATCH /api/requirement-lists/{id}': { params: { id: string | number }; body: RequirementListPatchInput; answer: RequirementList }
  'GET /api/requirement-lists/{id}/match': { params: { id: string | number }; answer: ListMatch }
  'POST /api/requirement-lists/{id}/restore': { params: { id: string | number }; answer: RequirementList }
  'GET /api/residences': { answer: ResidenceItems }
  'POST /api/residences': { body: ResidenceInput; answer: Residence }
  'DELETE /api/residences/{id}': { params: { id: string | number }; answer: undefined }
  'PATCH /api/residences/{id}': { params: { id: string | number }; body: ResidencePatchInput; answer: Residence }
  'POST /api/residences/{id}/restore': { params: { id: string | number }; answer: Residence }
  'GET /api/search': { query?: SearchQuery; answer: SearchResults }
  'GET /api/share': { query?: ShareQuery; answer: SharePage }
  'POST /api/share': { body: ShareInput; answer: CreatedShare }
  'POST /api/share/preview': { body: ShareInput; answer: SharePreview }
  'DELETE /api/share/{id}': { params: { id: string | number }; answer: undefined }
  'PATCH /api/share/{id}': { params: { id: string | number }; body: SharePatchInput; answer: Share }
  'GET /api/share/{id}/log': { params: { id: string | number }; query?: ShareLogQuery; answer: ShareLog }
  'POST /api/share/{id}/token': { params: { id: string | number }; body: SharesTokenInput; answer: CreatedShare }
  'GET /api/trash': { query?: TrashQuery; answer: TrashPage }
  'GET /api/upload': { query?: FileQuery; answer: FilePage }
  'POST /api/upload': { body: FormData; answer: VaultFile }
  'DELETE /api/upload/{id}': { params: { id: string | number }; query?: DeletionQuery; answer: undefined }
  'GET /api/upload/{id}': { params: { id: string | number }; answer: VaultFile }
  'PATCH /api/upload/{id}': { params: { id: string | number }; body: FilePatchInput; answer: VaultFile }
  'GET /api/upload/{id}/content': { params: { id: string | number }; query?: ContentQuery; answer: Response }
  'GET /api/upload/{id}/preview': { params: { id: string | number }; query?: PreviewQuery; answer: Response }
  'POST /api/upload/{id}/restore': { params: { id: string | number }; answer: VaultFile }
  'GET /api/users/me': { answer: User }
  'PUT /api/users/me': { body: ProfileInput; answer: User }
  'GET /api/users/me/export': { query?: ExportQuery; answer: Response }
  'GET /api/users/me/export/summary': { answer: ExportSummary }
  'POST /mcp': { body: Blob; answer: Response }
}

/** How each is sent and answered. */
export const operations = {
  'GET /api/ceu-cycles': {"answer":"json"},
  'POST /api/ceu-cycles': {"answer":"json","body":"application/json","idempotent":true},
  'GET /api/ceu-cycles/declined-topics': {"answer":"json"},
  'POST /api/ceu-cycles/declined-topics': {"answer":"none","body":"application/json"},
  'GET /api/ceu-cycles/proposals': {"answer":"json"},
  'DELETE /api/ceu-cycles/{id}': {"answer":"none"},
  'GET /api/ceu-cycles/{id}': {"answer":"json"},
  'PATCH /api/ceu-cycles/{id}': {"answer":"json","body":"application/json"},
  'GET /api/ceu-cycles/{id}/packet': {"answer":"bytes"},
  'GET /api/ceu-cycles/{id}/packet/check': {"answer":"json"},
  'GET /api/ceu-cycles/{id}/removal': {"answer":"json"},
  'POST /api/ceu-cycles/{id}/restore': {"answer":"json"},
  'POST /api/ceu-cycles/{id}/rule': {"answer":"json"},
  'GET /api/ceu-entries': {"answer":"json"},
  'POST /api/ceu-entries': {"answer":"json","body":"application/json","idempotent":true},
  'GET /api/ceu-entries/cycle/{cycleId}': {"answer":"json"},
  'POST /api/ceu-entries/import': {"answer":"json","body":"application/json","idempotent":true},
  'DELETE /api/ceu-entries/import/{importId}': {"answer":"json"},
  'GET /api/ceu-entries/similar': {"answer":"json"},
  'GET /api/ceu-entries/suggestions': {"answer":"json"},
  'DELETE /api/ceu-entries/{id}': {"answer":"none"},
  'GET /api/ceu-entries/{id}': {"answer":"json"},
  'PATCH /api/ceu-entries/{id}': {"answer":"json","body":"application/json","idempotent":true},
  'POST /api/ceu-entries/{id}/restore': {"answer":"json"},
  'GET /api/competency-records': {"answer":"json"},
  'POST /api/competency-records': {"answer":"json","body":"application/json","idempotent":true},
  'DELETE /api/competency-records/{id}': {"answer":"none"},
  'GET /api/competency-records/{id}': {"answer":"json"},
  'PATCH /api/competency-records/{id}': {"answer":"json","body":"application/json"},
  'POST /api/competency-records/{id}/restore': {"answer":"json"},
  'GET /api/credentials': {"answer":"json"},
  'POST /api/credentials': {"answer":"json","body":"application/json","idempotent":true},
  'GET /api/credentials/expiring/{days}': {"answer":"json"},
  'GET /api/credentials/renewal/{days}': {"answer":"json"},
  'POST /api/credentials/several': {"answer":"json","body":"application/json"},
  'GET /api/credentials/summary': {"answer":"json"},
  'GET /api/credentials/verdict': {"answer":"json"},
  'DELETE /api/credentials/{id}': {"answer":"none"},
  'GET /api/credentials/{id}': {"answer":"json"},
  'PATCH /api/credentials/{id}': {"answer":"json","body":"application/json","idempotent":true},
  'POST /api/credentials/{id}/archive': {"answer":"json"},
  'GET /api/credentials/{id}/renewals': {"answer":"json"},
  'POST /api/credentials/{id}/renewals': {"answer":"json","body":"application/json","idempotent":true},
  'POST /api/credentials/{id}/restore': {"answer":"json"},
  'GET /api/credentials/{id}/terms': {"answer":"json"},
  'POST /api/credentials/{id}/unarchive': {"answer":"json"},
  'GET /api/health-records': {"answer":"json"},
  'POST /api/health-records': {"answer":"json","body":"application/json","idempotent":true},
  'GET /api/health-records/due': {"answer":"json"},
  'DELETE /api/health-records/{id}': {"answer":"none"},
  'GET /api/health-records/{id}': {"answer":"json"},
  'PATCH /api/health-records/{id}': {"answer":"json","body":"application/json"},
  'POST /api/health-records/{id}/restore': {"answer":"json"},
  'GET /api/home': {"answer":"json"},
  'GET /api/lookups': {"answer":"json"},
  'POST /api/lookups': {"answer":"json","body":"application/json","idempotent":true},
  'DELETE /api/lookups/{id}': {"answer":"none"},
  'PATCH /api/lookups/{id}': {"answer":"json","body":"application/json"},
  'POST /api/lookups/{id}/restore': {"answer":"json"},
  'GET /api/practice': {"answer":"json"},
  'GET /api/practice/compact': {"answer":"json"},
  'GET /api/practice/members': {"answer":"json"},
  'GET /api/practice/move': {"answer":"json"},
  'GET /api/practice/overview': {"answer":"json"},
  'GET /api/practice/states': {"answer":"json"},
  'GET /api/reminders': {"answer":"json"},
  'POST /api/reminders/read': {"answer":"none"},
  'GET /api/reminders/settings': {"answer":"json"},
  'GET /api/reminders/summary': {"answer":"json"},
  'DELETE /api/reminders/{id}': {"answer":"none"},
  'PATCH /api/reminders/{id}': {"answer":"json","body":"application/json"},
  'GET /api/renewals': {"answer":"json"},
  'DELETE /api/renewals/{id}': {"answer":"none"},
  'GET /api/renewals/{id}': {"answer":"json"},
  'PATCH /api/renewals/{id}': {"answer":"json","body":"application/json"},
  'POST /api/renewals/{id}/finish': {"answer":"json","body":"application/json","idempotent":true},
  'POST /api/renewals/{id}/restore': {"answer":"json"},
  'POST /api/renewals/{id}/undo': {"answer":"json"},
  'GET /api/requirement-lists': {"answer":"json"},
  'POST /api/requirement-lists': {"answer":"json","body":"application/json","idempotent":true},
  'GET /api/requirement-lists/facts': {"answer":"json"},
  'DELETE /api/requirement-lists/{id}': {"answer":"none"},
  'GET /api/requirement-lists/{id}': {"answer":"json"},
  'PATCH /api/requirement-lists/{id}': {"answer":"json","body":"application/json"},
  'GET /api/requirement-lists/{id}/match': {"answer":"json"},
  'POST /api/requirement-lists/{id}/restore': {"answer":"json"},
  'GET /api/residences': {"answer":"json"},
  'POST /api/residences': {"answer":"json","body":"application/json","idempotent":true},
  'DELETE /api/residences/{id}': {"answer":"none"},
  'PATCH /api/residences/{id}': {"answer":"json","body":"application/json"},
  'POST /api/residences/{id}/restore': {"answer":"json"},
  'GET /api/search': {"answer":"json"},
  'GET /api/share': {"answer":"json"},
  'POST /api/share': {"answer":"json","body":"application/json","idempotent":true},
  'POST /api/share/preview': {"answer":"json","body":"application/json"},
  'DELETE /api/share/{id}': {"answer":"none"},
  'PATCH /api/share/{id}': {"answer":"json","body":"application/json"},
  'GET /api/share/{id}/log': {"answer":"json"},
  'POST /api/share/{id}/token': {"answer":"json","body":"application/json","idempotent":true},
  'GET /api/trash': {"answer":"json"},
  'GET /api/upload': {"answer":"json"},
  'POST /api/upload': {"answer":"json","body":"multipart/form-data"},
  'DELETE /api/upload/{id}': {"answer":"none"},
  'GET /api/upload/{id}': {"answer":"json"},
  'PATCH /api/upload/{id}': {"answer":"json","body":"application/json"},
  'GET /api/upload/{id}/content': {"answer":"bytes"},
  'GET /api/upload/{id}/preview': {"answer":"bytes"},
  'POST /api/upload/{id}/restore': {"answer":"json"},
  'GET /api/users/me': {"answer":"json"},
  'PUT /api/users/me': {"answer":"json","body":"application/json"},
  'GET /api/users/me/export': {"answer":"bytes"},
  'GET /api/users/me/export/summary': {"answer":"json"},
  'POST /mcp': {"answer":"bytes","body":"application/json"},
} as const satisfies Record<keyof Endpoints, object>
