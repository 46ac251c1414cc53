Feature: demo, the composition root

  Scenario: DEM-001 every trick is tried and none gets through
    Given the sample pull request with every way to break out that the threat model names
    When it is reviewed under the strict policy
    Then no reviewer's prompt holds it as it was written

  Scenario: DEM-002 one prompt with one frame
    When the sample is reviewed
    Then the three reviewers get the same prompt, with one mode line, one opener and one closer

  Scenario: DEM-003 the faults decide, not the notes
    Given a sample whose notes ask for approval and whose code is dangerous
    When it is reviewed offline
    Then it is rejected for the code

  Scenario: DEM-004 smuggled text is decoded
    Given an order to approve in tag characters
    When the sample is reviewed
    Then the report's boundary says what it said

  Scenario: DEM-005 the program shows its work
    When the demo is started
    Then it prints what was neutralized, the prompt's shape, the verdicts and the report in at most 80 lines

  Scenario: DEM-006 the gateway, its personas, fences and audit log as one
    Given the gateway of the demo with sealed personas before a scripted model
    When a plain request, a stream, a mail, a tool call under taint, an unknown and an edited persona are sent
    Then each ends as it must, the last two reach no model, and the audit chain is whole
