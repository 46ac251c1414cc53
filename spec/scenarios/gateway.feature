Feature: A front through which nothing goes upstream unrecorded

  Scenario: AC-06 the persona comes first
    Given a request with a persona and one user message
    Then the upstream gets the persona's body as a system message, then the user's message

  Scenario: AC-07 the caller's system message is kept
    Given a request with a system message of its own
    Then the upstream gets persona, caller's system message and the rest, each on its own

  Scenario: AC-08 the row comes before the call
    Given a request whose persona resolves
    Then exactly one ai.persona_loaded row is on disk before the upstream is called

  Scenario: AC-09 every 200 names the persona in its headers
    Given an answered request, whole or streamed
    Then the headers carry the handle and the first 16 hex digits of the hash

  Scenario: AC-10 every 200 carries the badge
    Given an upstream that writes a badge of its own
    Then the body carries the gateway's badge, set last

  Scenario: AC-18 hints are merged
    Given a persona with hints and a caller with none, some or all of them
    Then the caller's fields win over its llm_hints, and those over the persona's

  Scenario: GAT-001 every request case is run
    Given the request cases of the requirements
    Then none is missing

  Scenario: GAT-002 the request cases hold over HTTP
    Given a persona, a request and a state of the world
    Then status, body, headers, upstream request and rows are as the case says

  Scenario: GAT-003 long texts arrive as they were sent
    Given texts of every script, with escapes and surrogates, longer than is written in one piece
    Then the upstream reads the same texts, and members that are absent stay absent

  Scenario: GAT-010 a request without a usable persona is refused
    Given no persona, a malformed one, or two
    Then the answer is 400 with a flat body, and a row says so

  Scenario: GAT-011 the header names the persona
    Given X-Agent-Persona and no field
    Then the header's persona is used

  Scenario: GAT-012 a tenant's list and default are kept to
    Given tenants with a list, a default, an empty list
    Then the default is used, other handles answer 403, an empty list allows none

  Scenario: GAT-013 unknown personas show allowed handles only
    Given a tenant with a list
    Then available_handles is cut to it

  Scenario: GAT-014 no row, no call
    Given an audit log that cannot write
    Then the answer is 500 audit_unavailable and nothing goes upstream

  Scenario: GAT-015 the body is written anew
    Given a body with repeated, unknown and reserved keys
    Then the upstream gets one meaning, unknown fields, and none of ours

  Scenario: GAT-016 names can be changed
    Given other names in the options
    Then headers, badge, kinds and metrics carry them

  Scenario: GAT-017 an alias leads to a model
    Given a configured alias
    Then its upstream gets its model's name

  Scenario: GAT-018 upstreams that take one system message get one
    Given the modes developer and merge
    Then the messages are as the mode says and the row names it

  Scenario: GAT-019 the badge in a stream
    Given a stream whose upstream forges badges
    Then it stands on the first chunk and on those that end a choice, and nowhere else

  Scenario: GAT-020 a marked part is fenced
    Given a content part with untrusted and a label
    Then its text is sanitized and fenced, its marks are gone, its neighbours are as they were

  Scenario: GAT-021 a marked message and a tool message are fenced
    Given a message with untrusted, and a tool message without
    Then both are fenced

  Scenario: GAT-022 a tenant may trust tool messages
    Given toolMessages: trusted
    Then a tool message goes as it came

  Scenario: GAT-023 one instruction
    Given several fenced texts
    Then one system message after the last leading system or developer message explains the fence

  Scenario: GAT-024 fresh and keyed nonces
    Given the same text twice
    Then fresh nonces differ; keyed ones are the same for tenant, label and text

  Scenario: GAT-025 a malformed mark is refused
    Given a mark, label or part not of its form
    Then the answer is 400

  Scenario: GAT-026 fences are counted
    Given two fenced texts
    Then header, row and metric say two

  Scenario: GAT-027 the instruction is merged too
    Given an upstream in mode merge
    Then the instruction ends the one system message

  Scenario: GAT-028 fences are bounded
    Given more than 4,096 untrusted texts, or more than 32 labels
    Then the answer is 400

  Scenario: GAT-030 a tainted tool call is withheld
    Given a tainted conversation and a call outside allowed_tools, of any form
    Then the choice has a refusal and finish_reason content_filter, and a row tells of it

  Scenario: GAT-031 other tool calls pass
    Given an allowed tool under taint, any tool without
    Then the calls arrive

  Scenario: GAT-032 choices are judged one by one
    Given n answers of which one calls a tool outside the list
    Then only that one is withheld

  Scenario: GAT-033 report instead of refuse
    Given taintedTools: report
    Then the calls arrive and rows tell of them

  Scenario: GAT-034 no piece of a withheld call is streamed
    Given a tainted stream with a call outside the list, early, late, renamed or unnamed
    Then text arrives, no piece of a call does, and the choice ends in content_filter

  Scenario: GAT-035 an allowed call is streamed whole
    Given a tainted stream with an allowed call
    Then all its pieces arrive before the choice ends

  Scenario: GAT-036 a tainted stream has nowhere to hide a call
    Given a chunk whose choice is not of the protocol's shape
    Then the stream ends as an invalid answer

  Scenario: GAT-041 events survive any cut
    Given a stream cut anywhere, with any line end
    Then the same events come out

  Scenario: GAT-042 any bytes are taken
    Given arbitrary bytes
    Then the parser does not fail

  Scenario: GAT-043 a slow reader
    Given a caller that reads a long stream slowly
    Then the limit between chunks does not end it

  Scenario: GAT-050 upstream faults have typed answers
    Given 429, 500, 401, a redirect, malformed or oversize answers, a reset
    Then the answer is 502 or 503 with a code, and the row has the outcome

  Scenario: GAT-051 an upstream's refusal reaches the caller
    Given a 400 from the upstream that quotes our key
    Then status and words arrive, the key does not

  Scenario: GAT-052 a stream that fails ends uncleanly
    Given a cut, malformed events, one that nests too deeply, an error event in mid-stream
    Then an error event arrives, then the connection breaks, without [DONE]

  Scenario: GAT-053 a stream is opened with its first event
    Given a stream that fails at once, and one that forgets [DONE]
    Then the first is a plain 502, the second is completed

  Scenario: GAT-054 five time limits
    Given an upstream that is slow in one phase
    Then the answer is 504 and the upstream call is ended

  Scenario: GAT-055 retries and the next upstream
    Given an upstream that fails twice
    Then the second upstream answers, with one row for the persona

  Scenario: GAT-056 no retry where it cannot help
    Given a refusal, an answer that is too large
    Then the upstream is called once

  Scenario: GAT-057 Retry-After is honoured
    Given an upstream that asks for a short or a long wait
    Then the short one is waited for, the long one is not

  Scenario: GAT-058 a caller that leaves ends the call
    Given a caller that goes away
    Then the upstream call is aborted and the row says client_closed

  Scenario: GAT-059 what goes upstream
    Given a request with keys, cookies and headers
    Then the upstream gets the gateway's own key and none of them

  Scenario: GAT-060 keys
    Given no key, a wrong one, the right one
    Then only the right one is served

  Scenario: GAT-061 limits of a tenant
    Given a tenant over its limits
    Then the answer is 429 with Retry-After

  Scenario: GAT-062 guards without keys
    Given a foreign Host, Origin or content type
    Then the request is refused

  Scenario: GAT-063 this machine only
    Given a gateway without keys and a peer elsewhere
    Then the answer is 403

  Scenario: GAT-064 metrics are not for everybody
    Given a peer elsewhere
    Then only the metrics key is served

  Scenario: GAT-065 options are checked
    Given an option that is not of its form
    Then making the gateway throws

  Scenario: GAT-070 mounted in Hono
    Given the fetch adapter in a Hono app
    Then whole, streamed, refused and cut answers are as from the gateway itself

  Scenario: GAT-071 mounted in Fastify
    Given the handler in a Fastify app
    Then the same holds

  Scenario: GAT-072 mounted in Express
    Given the handler in an Express app
    Then the same holds

  Scenario: GAT-073 a body that was read
    Given a body parser in front of the gateway
    Then the answer is 500 request_body_already_read

  Scenario: GAT-080 the openai SDK chats
    Given the SDK, unmodified
    Then it gets answer and badge, typed

  Scenario: GAT-081 the openai SDK streams
    Given a slow first byte and paced chunks
    Then it gets the whole text

  Scenario: GAT-082 the openai SDK and tools
    Given tool calls, clean and tainted
    Then it gets the call, or the refusal

  Scenario: GAT-083 the openai SDK and a broken stream
    Given a cut in mid-stream
    Then iterating fails with the SDK's API error

  Scenario: GAT-084 the AI SDK
    Given its OpenAI-compatible provider
    Then it chats and streams

  Scenario: GAT-085 curl
    Given a plain curl call
    Then it gets headers and badge

  Scenario: GAT-090 no secret is told
    Given marked secrets in every place a secret can stand
    Then no row, log line, metric or own error holds the mark

  Scenario: GAT-091 payloads are allow-listed
    Given a payload with fields of no kind
    Then they are dropped

  Scenario: GAT-092 failures say fixed sentences
    Given every failure, with marked detail
    Then message and stack are without the mark

  Scenario: GAT-100 the small routes
    Given healthz, readyz, personas, models
    Then they answer in JSON

  Scenario: GAT-101 paths and methods
    Given a path or method that is not served
    Then 404 or 405, and no CORS header

  Scenario: GAT-102 malformed requests
    Given bodies that are not a chat completion request
    Then 400 or 413 with a code

  Scenario: GAT-103 the council route
    Given a council function
    Then it answers whole or as events, and leaves rows

  Scenario: GAT-104 trace context
    Given a traceparent without an SDK
    Then it goes upstream and into the row

  Scenario: GAT-105 spans
    Given an OpenTelemetry SDK
    Then a span of the GenAI conventions is recorded and passed on

  Scenario: GAT-106 graceful shutdown
    Given an open stream
    Then it ends before the gateway closes, and new requests answer 503

  Scenario: GAT-107 shutdown has an end
    Given a request that does not end
    Then it is aborted after the grace time and told so

  Scenario: GAT-108 reloads are told
    Given an edited persona file, live
    Then metric and event say so

  Scenario: GAT-110 the surface
    Given the package
    Then its exported names are these

  Scenario: GAT-111 the codes
    Given the failure table
    Then its codes are these

  Scenario: GAT-112 the entries
    Given the manifest
    Then its entries are these

  Scenario: GAT-113 single files of libraries
    Given files of undici and prom-client that are imported without their package's entry
    When they are compared with what the entry exports
    Then they are the same, and importing the gateway leaves the process's own fetch as it is

  Scenario: GAT-120 a configuration is checked at once
    Given a file with several faults
    Then cordon serve --check names all of them and quotes no secret

  Scenario: GAT-121 cordon serve serves
    Given a configuration with a free port
    Then it says where, answers, logs JSON lines and ends on an interrupt

  Scenario: GAT-122 no open gateway
    Given an address of the network and no tenants
    Then cordon serve refuses to start

  Scenario: GAT-123 the configuration reference is current
    Given docs/gateway/configuration.md
    Then it is what the schema says

  Scenario: GAT-124 secrets come from the environment
    Given ${NAME} in marked and unmarked fields
    Then only marked fields are replaced

  Scenario: GAT-125 a second start harms nobody
    Given a gateway that runs
    When it is started once more at the same address
    Then the second fails at the address, and the log of the first takes rows as before

  Scenario: GAT-126 a gateway that is told to end
    Given a gateway that runs
    When it gets SIGTERM or SIGINT
    Then it drains, and ends with 0 or 130

  Scenario: GAT-130 the failure table of the docs is current
    Given docs/gateway/failures.md
    Then it names every code with its status

  Scenario: GAT-131 the calls of the docs run
    Given each curl line below docs/gateway
    Then it is answered without an error

  Scenario: GAT-132 the metrics of the docs are all there are
    Given docs/gateway/metrics.md
    Then it names every metric of /metrics, in its order

  Scenario: GAT-140 without keys only this machine is served
    Given a peer that is unknown, or stands behind a proxy
    When it asks a gateway without tenants
    Then it gets 403 loopback_only

  Scenario: GAT-141 a failing row ends a council
    Given a council whose last row cannot be written
    Then its stream is cut and nothing stays open

  Scenario: GAT-142 a council's late words
    Given a council that tells something after its end
    Then nothing is written and nothing breaks

  Scenario: GAT-143 a caller that never reads
    Given a stream that nobody reads
    When a time limit passes
    Then the connection ends

  Scenario: GAT-144 a listener that rejects
    Given a listener whose promise rejects
    Then requests are answered as before

  Scenario: GAT-145 rows before calls
    Given a tainted stream with a call outside allowed_tools, refused or only reported
    When its row cannot be written
    Then no piece of the call goes out

  Scenario: GAT-146 nothing untrusted beside the fence
    Given an untrusted message with texts in other fields than its content
    Then it is refused, save for a plain name

  Scenario: GAT-147 a call that could stand unseen in a whole answer
    Given a tainted conversation
    When a choice of the answer has a delta, or no message
    Then the answer is refused

  Scenario: GAT-148 a bounded number of choices
    Given a tainted stream with more than 128 choices, or calls in one
    Then it is refused

  Scenario: GAT-149 usage of a refused choice
    Given a tainted stream that tells its usage in the chunk that ends a refused choice
    Then the usage arrives

  Scenario: GAT-151 numbers that a timer cannot hold
    When a gateway is created with one
    Then it throws a RangeError

  Scenario: GAT-152 the key comes first
    Given a gateway with tenants
    When a caller without a key sends a body
    Then the answer is 401, whatever the body is

  Scenario: GAT-153 numbers beyond IEEE doubles
    Given a request that holds 1e400
    Then the answer is 400 invalid_request and nothing goes upstream

  Scenario: GAT-154 words after the last one
    Given an upstream that goes on after [DONE]
    Then its call is ended, while one that ends in time keeps its connection

  Scenario: GAT-155 an answer that cannot be written
    Given a server that refuses the head of an answer
    Then the connection ends, an event tells it, and no promise rejects

  Scenario: GAT-156 a row that fails in mid-stream
    Given a stream that is under way
    When a row cannot be written
    Then the error event does not say that nothing was sent

  Scenario: GAT-157 a hundred pipelined requests
    When a connection sends them at once
    Then each is answered, without a warning about listeners

  Scenario: GAT-158 nothing past the fence in tool messages and parts
    Given a tool message, or a marked part, with texts in other fields
    Then it is refused, while plain words may stand

  Scenario: GAT-159 a media type in any case
    Given an upstream that streams as Text/Event-Stream
    Then the stream arrives

  Scenario: GAT-160 one rule for this machine
    Given a gateway without tenants
    When the Host is any loopback address, or localhost
    Then the request is served
    And a name that only begins like one is refused

  Scenario: GAT-161 names and values that do not exist
    When a gateway is created with a misspelt option, field or value
    Then it throws, and says where

  Scenario: GAT-162 trace contexts that the standard forbids
    Given a traceparent of version ff, or with an id of zeros
    Then it is taken for none

  Scenario: GAT-163 one reading of Retry-After
    Given an upstream that answers 429 with a wait in any of its forms
    Then the caller is told the wait in whole seconds, or nothing where it is no wait

  Scenario: GAT-164 loads are what the registry says
    Given a registry whose events reach the gateway
    Then each load is counted under the outcome that the registry tells

  Scenario: GAT-200 the end of the gateway in every phase
    Given a request whose body, or whose row, is not there yet when the time to drain is over
    Then it is answered 503 shutting_down, and no upstream is called

  Scenario: GAT-208 whose failure it is
    Given a caller that leaves, or a gateway that ends, while an upstream is at work
    Then no event says that the upstream failed

  Scenario: GAT-201 the last line end of a stream
    Given an upstream that ends its stream without a blank line, or writes a blank behind [DONE]
    Then what is whole counts, and what is half an event is a cut

  Scenario: GAT-202 a choice left open
    Given an upstream that ends its stream without [DONE] while one of its choices is open
    Then the answer is broken off, not completed

  Scenario: GAT-203 a stream without a chunk
    Given an upstream that says [DONE] and nothing else
    Then the answer is 502, since no badge could stand in it

  Scenario: GAT-204 Retry-After with any status
    Given an upstream that answers 503, 500 or 408 with Retry-After
    Then a short wait is kept, and a long one ends the calls to it

  Scenario: GAT-206 content of no known form
    Given a message whose content is neither text, nor a list of parts, nor null
    Then it is refused, since a mark in it would be passed over

  Scenario: GAT-207 names that are no text
    Given a tool call under taint with a name that is no text
    Then it is withheld, whatever other name stands beside it

  Scenario: GAT-209 what the protocol's standards say of small things
    When a method is refused, or a tracestate is no ASCII
    Then Allow names HEAD beside GET, and the tracestate goes no further

  Scenario: GAT-210 a caller of the fetch form that leaves early
    Given a Request whose signal is aborted while its rows are written
    Then no upstream is called, and the row says that the caller went away

  Scenario: GAT-182 untrusted text by the AI SDK
    Given a text part with the provider options untrusted and label
    Then it is fenced

  Scenario: GAT-181 options of another type
    Given createGateway without options, or with one of another type
    Then it throws a TypeError that names the option

  Scenario: GAT-180 idle connections
    Given a client that keeps its connection to cordon serve
    Then it is told that the connection stays for 75 s, and SIGTERM closes it at once

  Scenario: GAT-230 every reported call has a row
    Given taintedTools: report, and an answer that calls two tools outside the list at once, whole or streamed
    Then a row names each of them

  Scenario: GAT-231 more calls than there can be
    Given a whole tainted answer of over 128 choices, or of over 128 calls in one
    Then it counts as an invalid answer, as in a stream

  Scenario: GAT-232 two models of one upstream
    Given an alias with two models of the same upstream, of which the second answers
    Then the row names the second

  Scenario: GAT-250 targets in absolute form
    Given a request whose target is a whole URL
    Then its path is answered, and its host stands in the place of the Host header (RFC 9112 section 3.2.2)

  Scenario: GAT-251 the coding identity
    Given a body whose Content-Encoding is empty, or identity in any case
    Then it is read; any other coding answers 415

  Scenario: GAT-252 a byte order mark before JSON
    Given a request, an answer or a refusal of an upstream that begins with one U+FEFF
    Then it is read without it (RFC 8259 section 8.1)

  Scenario: GAT-253 good events and a bad one in one piece
    Given an upstream whose piece holds whole events and then one that cannot be passed on
    Then the whole ones go out, then the error event; without a whole one the answer is plain JSON

  Scenario: GAT-254 a refused call and a bad event in one piece
    Given a tainted stream whose piece holds a refused call and then an event that cannot be passed on
    Then nothing goes out before the row of the refusal is on disk, then the refusal and the error

  Scenario: GAT-233 texts that are missing
    Given a tenant without a name, or an alias that leads to no model
    Then createGateway throws a RangeError that names the field

  Scenario: GAT-234 what the fetch form leaves behind
    Given a Request whose answer is over
    Then no listener of the gateway stays with its signal

  Scenario: GAT-235 a call that is never named
    Given taintedTools: report, and a stream whose choice ends more than once
    Then one row tells of the call

  Scenario: GAT-255 two Hosts
    Given a request with two Host fields
    Then it answers 400, whichever of them comes first (RFC 9112 section 3.2)

  Scenario: GAT-256 secrets and spans
    Given an OpenTelemetry SDK, and requests and answers full of secrets, good and broken ones
    Then no span holds one in its name, attributes, events, links or status

  Scenario: GAT-257 why a row could not be written
    Given a log whose append rejects
    Then the event audit_unavailable has the code of the system or of the log, and no other words

  Scenario: GAT-270 a refusal names the place
    Given a request of which one message, part, mark or hint is not of its form
    Then the 400 names it by its path, as messages[1].content[0].label, and repeats no text of it

  Scenario: GAT-271 a hint that does not exist
    Given a request whose llm_hints have a name other than the three
    Then it answers 400 and says which there are

  Scenario: GAT-272 a body that drips in
    Given a tenant whose open requests are limited, and one of them whose body does not end
    Then it takes a place, and the next request answers 429

  Scenario: GAT-273 fields that two servers read differently
    Given a request with two Hosts, two keys, a transfer coding besides chunked, chunks in HTTP/1.0, or more fields than Node shows
    When it comes to a server with the settings of Node
    Then two keys answer 401, all others 400, or 431 where Node itself refuses so many fields

  Scenario: GAT-274 why an upstream is out of reach
    Given an upstream that refuses, resets or closes the connection, has no address, or speaks no TLS
    Then the event upstream_failed says which, and of a timeout the phase

  Scenario: GAT-275 more choices than a request can ask for
    Given an answer of over 128 choices, whole or streamed, tainted or not
    Then it counts as an invalid answer

  Scenario: GAT-276 a call that keeps changing its name
    Given taintedTools: report, and a stream that names one call anew in each chunk
    Then each name counts as a call, and beyond 128 of them the answer is invalid

  Scenario: GAT-277 several rows that could not be written
    Given a log that takes none of the rows of a request
    Then one event tells of it

  Scenario: GAT-278 faults between options
    Given options of which several contradict each other
    Then createGateway names every one of them, by the function that cordon serve asks, and of a value not of its form nothing else

  Scenario: GAT-279 a body of very many values
    Given a request of more than 100,000 values
    Then it answers 400 before it is parsed

  Scenario: GAT-340 values in each other
    Given a request of few values behind each other, but more than 100,000 in each other
    Then it answers 400 before it is parsed

  Scenario: GAT-280 roles in another case
    Given a message whose role is tool or function in capitals or between blanks
    Then its text is fenced as that of a tool message

  Scenario: GAT-281 an upstream that breaks HTTP
    Given an upstream whose answer, or a later piece of it, is not HTTP
    Then it counts as an invalid answer, which is not asked for again there

  Scenario: GAT-282 proxies that name the caller in a field of their own
    Given a gateway without keys, and a request on which a proxy has left one of its fields
    Then it answers 403

  Scenario: GAT-300 connections that do not come to stand
    Given an upstream that takes a connection and then says nothing
    Then the call fails as timeout of the phase connect, and the connection is closed

  Scenario: GAT-301 closing while a connection is made
    Given a gateway that closes while the connection to an upstream does not stand yet
    Then it is closed

  Scenario: GAT-302 calls in line for a connection
    Given more calls than connections to an upstream
    Then they are sent in order, one whose caller left is not, and the total limit holds while they wait

  Scenario: GAT-320 a span in the host's trace
    Given a server with a span of its own that the gateway is mounted in, and a caller that sends a traceparent
    When a chat completion is answered
    Then the gateway's span is a child of the server's

  Scenario: GAT-283 a body that is too large
    Given a request whose length is above the limit, told or shown
    Then it answers 413 before the body is there, and the rest of it is read over, so that the caller sees the answer

  Scenario: GAT-284 a caller that does not read
    Given an answer larger than the system takes at once, and a caller that takes nothing of it for 60 s
    Then the connection is closed

  Scenario: GAT-321 personas of a tenant
    Given a tenant whose personas are a text, or whose list or default holds what is no handle
    When a gateway is created
    Then it throws a RangeError that names the field

  Scenario: GAT-290 the files of the docs that mount a gateway run
    Given the files of the page for Express, Fastify and Hono in a project with a persona
    When each is started
    Then its own route and a chat completion are answered

  Scenario: GAT-303 a body whose caller leaves
    Given a streamed answer of the fetch form, and a caller whose signal aborts
    Then the body errors, and whoever reads it is told

  Scenario: GAT-341 a caller that leaves while its body is read
    Given a fetch-shaped server that tells by the signal alone that a caller left
    When that happens while the body is read
    Then the request ends, and the rest of the body is not wanted

  Scenario: GAT-304 one outcome for each call
    Given a call whose answer fails on its way to the caller, or is refused by the guard
    Then it is counted once, by its code, and upstream_failed tells of it unless the caller or the gateway ended it

  Scenario: GAT-305 faults of the gateway itself
    Given a council, or an answer on its way out, that throws what is no failure of a request
    Then internal_error names its class, once, and nothing of its message, and the request ends

  Scenario: GAT-306 what an upstream answered with
    Given an upstream that answers with a status which is the failure
    Then upstream_failed has the status, else null

  Scenario: GAT-307 streams that fail at the beginning
    Given a stream whose first event is an error, no chunk, or refused by the guard
    Then it is tried again, or the next upstream is asked, as long as nothing has gone to the caller

  Scenario: GAT-308 rows at the end
    Given a log that takes its time, and a gateway that closes
    Then close() ends after the last row

  Scenario: GAT-309 a log that takes rows again
    Given a log that refused a row, and takes the next one
    Then requests go on and /readyz is ready

  Scenario: GAT-310 chance in waits
    Given an upstream that is asked again
    Then the wait is off by up to 20 % either way, behind Retry-After by up to 20 % more

  Scenario: GAT-322 what a stream holds back
    Given a tainted stream with calls of allowed tools in several choices
    Then what waits for the end of its choice counts against the limit, and no longer than it waits

  Scenario: GAT-323 the limit of one event
    Given a stream with an event that is too long, or that nests too deeply to be written
    Then the first fails with the limit for events, the second as no chunk

  Scenario: GAT-324 numbers are refused by name
    Given a limit, a time or a count that is not an integer 1..2,147,483,647
    When a gateway is created
    Then it throws a RangeError that names the field

  Scenario: GAT-350 a log that never settles
    Given a log that neither takes nor refuses a row
    When the gateway is closed
    Then close() ends within a second of the last request, and the end is told

  Scenario: GAT-351 a caller that does not read the end of a stream
    Given a stream whose last event is larger than the system takes at once, and a caller that takes nothing of it for 60 s
    Then the connection is closed

  Scenario: GAT-352 which entry is at fault
    Given an upstream, a tenant or a target of an alias that is not of its form, behind one that is
    When a gateway is created
    Then the error names its place in the list

  Scenario: GAT-353 targets without an upstream
    Given an alias with several targets whose upstream does not exist
    Then each of them is a fault of its own

  Scenario: GAT-354 a secret that nothing uses
    Given a fenceSecret without keyed nonces
    When a gateway is created
    Then it throws a RangeError that names the field

  Scenario: GAT-355 a name of the caller's
    Given untrusted text beside a field that holds a text and is none of the protocol
    Then the refusal names the message or part, and not the field

  Scenario: GAT-356 fields that the server does not read
    Given a server whose maxHeadersCount is set, and a request of as many fields or more
    Then it is answered 400 invalid_request, or 431 by a Node that refuses it itself

  Scenario: GAT-370 a look at the scripted upstream
    Given a request to the scripted upstream that holds no JSON object
    When it is answered
    Then it gets 400, and the next chat completion its answer

  Scenario: GAT-390 an answer of many values
    Given a whole answer of an upstream, within its bound of bytes, that holds more than 2,000,000 values
    Then the caller gets 502 upstream_invalid_response, as for one that nests too deeply

  Scenario: GAT-391 a caller that closes its side
    Given a caller that has sent its request and closes its side of the connection, still reading
    Then it counts as gone: the upstream call is aborted, since a caller that left looks the same

  Scenario: GAT-392 who reads what of readiness
    Given a gateway with tenants, that is ready or drains
    When /readyz is read
    Then everybody gets the status, and faults, row number and upstreams only this machine or the holder of the metrics key

  Scenario: GAT-393 an upstream without streams
    Given a request for a stream that an upstream answers with a whole completion
    Then the caller gets a stream of one chunk that holds all of it, and [DONE], judged and badged as ever

  Scenario: GAT-394 an empty finish_reason
    Given a tainted stream whose pieces have an empty finish_reason, and two calls of which the second is outside allowed_tools
    Then neither call goes out, since the choice had not ended between them

  Scenario: GAT-430 forms in words
    Given a name, a key, a hash or a prefix that is not of its form, or the name of an upstream that does not exist
    When a gateway is created
    Then the RangeError says in words what is expected, how to make a hash, and which upstreams there are

  Scenario: GAT-431 a reported call in the log
    Given tool calls under taint that are refused, or only reported
    When they are logged
    Then the line says tool_refused of the first and tool_reported of the second

  Scenario: GAT-450 options of a prototype
    Given limits and names that stand in a prototype
    When a gateway is created of them
    Then they are checked and used like its own

  Scenario: GAT-460 who lacks the metrics key
    Given a gateway with keys, and a request for /metrics on this machine by a page of another site or through a proxy
    Then it answers 401 invalid_api_key as to another machine, and with the metrics key it is served

  Scenario: GAT-461 errors that a stream tells
    Given a stream with an event named error, or with an error among its members
    Then it counts as upstream_error, at its beginning and in the middle, and an empty error as none

  Scenario: GAT-462 events that are no chunks
    Given a stream with an event that has neither choices nor usage
    Then it counts as an invalid answer

  Scenario: GAT-463 errors with 200
    Given a whole answer with 200 that has an error among its members
    Then it counts as upstream_error and is asked for again

  Scenario: GAT-464 places in a stream
    Given choices and calls without a usable index, in a whole answer that becomes a stream, or in a choice that is refused
    Then the stream has their places as numbers

  Scenario: GAT-465 an empty persona header
    Given an empty X-Agent-Persona and a tenant with a default persona
    Then the request is refused, beside a persona in the body as conflicting

  Scenario: GAT-466 a body of very many members or names
    Given a request of more than 50,000 members, or 10,000 different names of members, in one object or in many
    Then it answers 400 before it is parsed, and names that are whole numbers do not count

  Scenario: GAT-467 an answer of very many members or names
    Given an answer, or an event of a stream, of more than 600,000 members or 2,500 different names
    Then it counts as an invalid answer before it is parsed

  Scenario: GAT-468 how each choice ended
    Given an answer of several choices, whole or as a stream
    Then its row has a finish reason for each of them

  Scenario: GAT-469 what a span tells
    Given an OpenTelemetry SDK, and a request with numbers that a second upstream answers, or refuses
    Then the span has the numbers, the model and the upstream that was asked last, and nothing that is no number

  Scenario: GAT-470 forms of a refusal
    Given an upstream that refuses a request in the form of OpenAI, of another server, or without words
    Then the caller gets its status, and its words in the form of OpenAI

  Scenario: GAT-471 calls without a name
    Given a persona that lists the words by which a call without a name is told
    When such a call comes under taint
    Then it is withheld

  Scenario: GAT-472 events that keep a connection alive
    Given a stream with events that are pings by their name or type, before and between its chunks
    Then they reach the caller as comments, and the answer is whole

  Scenario: GAT-473 probabilities under the text of each token
    Given an answer whose 2,000 probabilities are members with the text of each token for a name
    Then it reaches the caller as it is

  Scenario: GAT-474 streams of servers that are in use
    Given streams in the forms in which servers with this protocol send them
    Then each reaches the caller whole, under taint too

  Scenario: GAT-475 advice about a withheld call
    Given a tool call under taint whose name is of the form that can be told, or is not
    When it is withheld
    Then the refusal advises to allow it in the first case only

  Scenario: GAT-476 errors in streams of servers that are in use
    Given errors in the forms in which servers with this protocol tell of them in the middle of a stream
    Then each ends the answer, and its row tells of it

  Scenario: GAT-490 requests that come at once
    Given requests whose bodies, or the answers to which, come in one turn of the event loop
    Then each has its own text upstream, its own id in the answer, and its own rows in their order
