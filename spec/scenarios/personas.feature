Feature: Personas that can be trusted, reloaded and proved

  # AC-06 to AC-10 and AC-18 are the gateway's. Where AC-03, AC-05 and AC-19 exclude each other, two modes hold: ADR 010.
  # No test is timed; the milliseconds of AC-03, AC-11 and AC-12 are measured by packages/personas/bench.

  Scenario: AC-01 a persona is what its file says
    Given a file with frontmatter and a body
    When it is loaded by its handle
    Then handle, tools, traits, hints, body, relative path and hash are the file's

  Scenario: AC-02 a second load is a cache hit
    When a persona is loaded twice and nothing changed between
    Then both loads give the same object

  Scenario: AC-03 an edit is served soon
    Given a live registry
    When a file is rewritten in place, by rename, or by delete and create
    Then loads give the new body and another hash, without a restart

  Scenario: AC-04 an unknown handle names the known ones
    When a handle that is not registered is loaded
    Then it fails with all registered handles, sorted by code unit

  Scenario: AC-05 what was tampered with is refused on the very next load
    Given a sealed registry
    When a file is edited, back-dated, cut, deleted, or replaced by a link or a directory
    Then each load fails, and tells it once, at the highest severity, with both hashes

  Scenario: AC-11 hits are cheap enough to verify each
    When a persona is loaded a thousand times
    Then every load is verified and gives one object

  Scenario: AC-12 opening reads everything
    Given ten files
    When opening resolves
    Then all ten are registered

  Scenario: AC-13 concurrent loads do not get in each other's way
    When a hundred tasks load one persona at once
    Then all have the same object

  Scenario: AC-14 line ends and composition make no other persona
    Given files that differ in line ends, byte order marks, composition and trailing blanks
    Then their bodies and hashes are equal

  Scenario: AC-15 a file is named after its handle
    Given a file whose frontmatter names another version than its name
    Then it is refused as a mismatch

  Scenario: AC-16 the prompt has one source
    Given frontmatter with system_prompt, whatever its value
    Then it is refused by its own code, before any other fault

  Scenario: AC-17 versions are MAJOR.MINOR.PATCH
    Given handles with two parts, a pre-release, a build part or a leading zero
    Then each is refused, pre-releases by their own code

  Scenario: AC-19 a bad edit leaves the last good copy
    Given a live registry
    When a file becomes malformed
    Then the reload is told as failed and the persona is served as it was before

  Scenario: AC-20 a process has one registry
    When it is initialised twice, one after the other or at once
    Then the second is refused

  Scenario: PER-001 canonical form of the case files
    Given each text of the case files
    Then its canonical form and that form's SHA-256 are the listed ones

  Scenario: PER-002 what is content is kept
    Given U+001F, inner U+FEFF, inner U+2028, leading blanks, empty lines and compatibility characters
    Then the canonical form keeps them

  Scenario: PER-003 canonical form in linear time
    Given a long run of blanks inside a line
    Then it is kept, without looking at it once per blank

  Scenario: PER-004 arguments of the wrong type
    When a function is called with a value of the wrong type
    Then it throws a TypeError that names argument, expected and found type

  Scenario: PER-005 canonical form is total and idempotent
    Given any string
    Then its canonical form exists, is its own canonical form and has the promised shape

  Scenario: PER-010 handles that are handles
    Given the valid handles of the case files
    Then id and version are read

  Scenario: PER-011 handles that are none
    Given the invalid handles of the case files
    Then each is refused by its own code

  Scenario: PER-012 an id has at most 64 characters
    Given ids of 64 and of 65 characters
    Then the first is read and the second refused

  Scenario: PER-013 a refused handle does not flood a log
    Given a handle of ten thousand characters with control characters
    Then the error repeats at most 128 of them and no control character

  Scenario: PER-020 persona files that are good
    Given the valid files of the cases
    Then handle, tools, traits, hints, body hash and persona hash are the listed ones

  Scenario: PER-021 persona files that are not
    Given the invalid files of the cases
    Then each is refused by its code and reason

  Scenario: PER-022 a persona cannot be changed
    Given a persona
    Then it and all it holds is frozen

  Scenario: PER-023 no absolute path
    Given a path that begins with a slash
    Then the persona's source path is its base name

  Scenario: PER-024 files and bodies have limits
    Given bodies of 32 KiB and one byte more, and files of more than 64 KiB
    Then only the first is read

  Scenario: PER-030 a near miss is suggested
    Given a key that is misspelt, or at the wrong level
    Then the message says which key was probably meant

  Scenario: PER-031 a version that YAML takes for a number
    Given a numeric version or one of two parts
    Then the message says to write three parts in quotes

  Scenario: PER-032 messages say where, what and what to do
    Given a fault in the frontmatter
    Then the message names file, line, field, what was found by type or size, and what to write

  Scenario: PER-033 frontmatter is one plain mapping
    Given directives, several documents, a list, or nothing between the fences
    Then it is refused

  Scenario: PER-034 a path cannot forge a log line
    Given a path with control and bidi characters
    Then messages show them as escapes

  Scenario: PER-035 deep nesting is refused before it is parsed
    Given frontmatter nested thousands deep
    Then it is refused as a fault and the process goes on

  Scenario: PER-036 any bytes give a persona or a PersonaError
    Given any bytes, and any frontmatter
    Then no other error comes out, and none quotes a value of the file

  Scenario: PER-037 a canonical body is read as it is
    Given a persona written again from its canonical body
    Then it is the same persona

  Scenario: PER-040 the scenarios of the case files hold on a real disk
    Given each scenario, live, sealed and signed
    When its steps run against the file system
    Then each step ends as listed

  Scenario: PER-050 a burst is one reparse
    When a file is written a thousand times in a row
    Then one reload is told, and the last text served

  Scenario: PER-051 one swap for a burst
    When files are new, changed and removed at once
    Then all new and changed ones appear in one step, and the removed one goes a window later

  Scenario: PER-052 a change that changes nothing
    When a file is touched, or its line ends change
    Then the same object is served and no reload of it told

  Scenario: PER-053 frontmatter counts
    When only allowed_tools changes
    Then the persona is another, with the same body hash

  Scenario: PER-054 side files are no personas
    Given the files that editors and systems leave beside a persona
    Then they are neither read nor told

  Scenario: PER-055 all faults in one error
    Given a directory with several faulty files
    Then opening fails once, with every fault under its own code

  Scenario: PER-056 links inside are followed, links outside refused
    Given links within the directory and one that leaves it
    Then only those within are read

  Scenario: PER-057 memory faults are found
    When a bit of the cached bytes flips
    Then the next load is refused

  Scenario: PER-058 listeners change nothing
    Given a listener that throws or rejects
    Then loads work as without it

  Scenario: PER-059 closed is closed
    When a registry is closed
    Then it serves nothing and tells nothing

  Scenario: PER-060 a directory that is away
    When the directory vanishes and comes back
    Then the last good copies serve meanwhile, and what came back is taken in

  Scenario: PER-061 a directory that is none
    When a file, or nothing, is opened as a directory
    Then it fails as unreadable

  Scenario: PER-062 options are checked
    Given options without a mode, of the other mode, or with a root elsewhere
    Then they are refused as a mistake of the caller

  Scenario: PER-063 load asks for a string
    When something else is loaded
    Then it throws a TypeError

  Scenario: PER-064 a change while opening is not lost
    Given a directory that is being opened
    When a file that was read already changes before the rest is read
    Then the change is served

  Scenario: PER-070 a sealed persona heals
    When the sealed bytes return, or only stamps and line ends change
    Then the same object is served

  Scenario: PER-071 new entries are adopted
    When a version is written and sealed while a sealed registry runs
    Then it is served without a restart, and not before it is sealed

  Scenario: PER-072 unsealed files are said once
    Given a file that the lock does not name
    Then it is not served and told once

  Scenario: PER-073 a lock that is not the one we trust
    When the lock goes back, goes away, is edited, unsigned or moved outside
    Then every load is refused until it is back

  Scenario: PER-074 a lock only grows
    Given a signed lock of a later generation that lost an entry or has another past
    Then every load is refused

  Scenario: PER-075 the form of the lock's text does not matter
    When line ends of the lock change
    Then loads go on

  Scenario: PER-076 keys are rotated without a gap
    Given a registry that trusts the old and the new key
    When the lock is signed anew
    Then loads go on, and the old key alone opens nothing

  Scenario: PER-077 mounted config maps
    Given a directory of links into a folder that is swapped whole
    Then equal content is served on and other content refused

  Scenario: PER-078 unreadable is not tampered
    When the system refuses to read a file or the lock
    Then the load fails as unreadable, and heals

  Scenario: PER-079 opening a directory that is not as it was sealed
    Then every file that differs is named

  Scenario: PER-080 a lock that cannot be trusted opens nothing
    Given no lock, another key's lock, or something that is no lock
    Then opening fails by its own code

  Scenario: PER-081 unsigned must be said
    Given unsigned spelled out
    Then the lock is taken without a signature, and edits to it are still found while running

  Scenario: PER-090 the JSON Schema is current
    Then the file in the package is what the code describes

  Scenario: PER-091 the JSON Schema has the format's keys and bounds
    Then keys, patterns and ranges are those of the parser

  Scenario: PER-092 browsers get the same case files
    Then the encoded case files are those on disk

  Scenario: PER-093 the canonical JSON is RFC 8785's
    Given the numbers of appendix B and the examples of section 3.2
    Then the library gives the listed text, and refuses what has no form

  Scenario: PER-100 a seal writes the lock and nothing else
    When a directory is sealed
    Then the lock holds both hashes of each persona

  Scenario: PER-101 a seal adds
    When a new version is sealed
    Then the old entries stay and the lock names its predecessor

  Scenario: PER-102 a seal with nothing to do
    Then the lock's bytes stay

  Scenario: PER-103 sealed versions are immutable
    When a sealed file changed
    Then sealing fails and the lock's bytes stay

  Scenario: PER-104 a seal of chosen handles
    When handles are named
    Then only those are sealed, and names without a file are refused

  Scenario: PER-105 a lock is not laundered
    Given a lock signed by nobody, or by another key
    Then it is not extended or signed

  Scenario: PER-106 the old key vouches for the new one's lock
    When a lock is signed anew with the old key given
    Then the new key verifies it and the old one does not

  Scenario: PER-107 two seals at once
    Then none is lost, and one may be refused as busy

  Scenario: PER-108 a seal that was cut off
    Given what it left
    Then the next seal names the file and leaves it

  Scenario: PER-109 no race between a version and its entry
    When versions are written and sealed while a registry loads
    Then no load is refused

  Scenario: PER-110 keys are never quoted
    Given something that is no Ed25519 private key
    Then it is refused without its text

  Scenario: PER-111 verifying tells the state
    Then sealed, unsealed, generation and the worth of the signature are told

  Scenario: PER-112 verifying tells all faults
    Given a wrong signature, a changed file and a link outside
    Then each is named

  Scenario: PER-113 verifying what is not there
    Given no lock, a directory in its place, or no directory
    Then it is broken, with the reason

  Scenario: PER-120 before and after
    When the process's registry is used before it is initialised, or after a reset
    Then it fails as not initialised

  Scenario: PER-121 another try
    When initialising failed
    Then it may be tried again

  Scenario: PER-130 quiet ends a burst
    Then a flush runs 250 ms after the last change

  Scenario: PER-131 no burst lasts for ever
    Then a flush runs 400 ms after the first change at the latest

  Scenario: PER-132 a cancelled flush does not run
    When the debounce is cancelled
    Then nothing runs

  Scenario: PER-140 the exports are pinned
    Then each entry exports the listed names

  Scenario: PER-141 the entries are pinned
    Then the manifest has the listed entries

  Scenario: PER-142 the codes are pinned
    Then the error codes are the listed ones

  Scenario: PER-143 errors are known across copies
    Given an error of another copy of the package
    Then it is recognised

  Scenario: PER-144 the examples of README and guide are real
    When the personas that they print are parsed
    Then they are valid, and the hash is the printed one

  Scenario: PER-164 options that are none, or misspelt, are refused
    When a function is called without the options it needs, with an unknown one, or with something else than a persona
    Then it fails with a TypeError that names what was expected

  Scenario: PER-165 a fault while opening leaves no watch behind
    Given a fault that is no persona's
    When a live registry is opened
    Then it rejects with that fault, and watches nothing

  Scenario: PER-166 a fault in a flush
    Given a fault that is no persona's, while a change is taken in
    When the flush ends
    Then a failed reload is told, the last good copies keep loading, and the next change is taken in

  Scenario: PER-167 an error is known by its brand
    Given an error that another realm made, with the brand of this package and without
    When it is asked whether it is one of this package's
    Then the brand decides

  Scenario: PER-200 nothing falls between the list and the watch
    Given a directory to which a file comes while a live registry opens
    When the watch begins after the file was written
    Then the file's persona is served

  Scenario: PER-201 a listener's promise is never left unheard
    Given a listener that answers a promise of another realm, which rejects
    When a persona is loaded
    Then it is served and nothing is left unhandled

  Scenario: PER-202 what YAML offers beyond plain lines is refused by its own reason
    Given frontmatter with a directive, a tag, an anchor or a key that is no string
    When it is parsed
    Then it fails with ERR_PERSONA_SCHEMA, the line and the reason

  Scenario: PER-180 an entry that draws nothing is no name
    Given a persona whose tools or traits have an entry of White_Space alone, as YAML escapes spell it
    When it is parsed
    Then it fails with ERR_PERSONA_SCHEMA, the field and the reason

  Scenario: PER-181 what to seal and who seals are of the type that is asked for
    When personas are sealed with handles that are no list of strings, or an actor that is no string
    Then it fails with a TypeError that names the option, and nothing is written

  Scenario: PER-215 a directory that is not there is named
    Given a path that leads nowhere, or a directory with faults or without a lock
    When it is opened, sealed or verified
    Then the message names the path as it was given, or from the root, and what to do

  Scenario: PER-216 an empty path is no path
    When a function is given an empty string for the directory
    Then it fails with a RangeError and does not take the working directory

  Scenario: PER-217 options that go together
    Given options of a mode without what it needs, or with what another mode takes
    When a registry is opened, or personas are sealed with a public key and no private one
    Then it does not compile, and fails with a TypeError when it is run

  Scenario: PER-218 all faults of a file at once
    Given a file with faults in several fields, in its body and in its name
    When its directory is opened or sealed
    Then every one is told, in the order of the file, and parsePersona throws the first

  Scenario: PER-219 a file in the place of the directory
    Given a live registry whose directory is replaced by a file
    When time passes
    Then the last good copies keep loading

  Scenario: PER-220 thousands of faults in a file
    Given a file that repeats a key six thousand times
    When its directory is opened
    Then fifty faults are told, and no field that stands behind is called missing

  Scenario: PER-250 broken YAML in words
    Given frontmatter that is no YAML
    When it is parsed
    Then the fault has a line, a column and a sentence of ours, and quotes nothing of the file

  Scenario: PER-270 what tells two states of a file apart
    Given a file that differs in device, number, size, time of writing or time of change
    Then it is read again

  Scenario: PER-271 the limit of a file on disk
    Given files of 64 KiB and of one byte more
    When their directory is opened
    Then the first is read, and the second is refused as too large

  Scenario: PER-272 times are not fine enough to tell two changes apart
    Given a file that changed just now
    Then it is read at each load until the clock of the disk has gone on

  Scenario: PER-273 what YAML escapes spell and UTF-8 cannot
    Given a list with an entry that holds NUL or half a pair, or nothing
    When the persona is parsed
    Then it fails with ERR_PERSONA_SCHEMA, the line and the reason

  Scenario: PER-274 every blank at a line's end
    Given each White_Space of Unicode at the end of a line
    Then the canonical form has none of them

  Scenario: PER-275 many known handles
    Given a directory of twelve personas
    When a handle is loaded that is not among them
    Then the message lists ten, and how many more there are

  Scenario: PER-280 one of a kind
    Given a field that holds a string of one character
    When the persona is parsed
    Then the fault counts one character
