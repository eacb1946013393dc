// A clinic in which people and programs hold, book, move and cancel, while rooms, types, closures and the clock change. After each step
// the service and the model (calendar-model.ts) must say the same: what is offered, which refusal, which room, and what is told.
import { expect, vi } from 'vitest';
import { CLIENT_ROLE } from '../../src/auth/permissions';
import type { Actor } from '../../src/context';
import {
  type Asker,
  CalendarModel,
  type Claim,
  DAY,
  daysLater,
  type Hold,
  isSameKind,
  type Own,
  type Slot,
  type Taken,
  type Type,
  type Visit,
  wallClock,
} from './calendar-model';
import { type Body, type CallOptions, call, ok, pages, type Result } from './client';
import { make } from './factories';
import { newProgram } from './programs';
import { type Random, randomOf } from './random';
import { rows } from './rows';
import { actorOf } from './users';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export type Setting = 'allow' | 'reject';

const KINDS = ['Ultrasound', 'ultra-sound', 'ULTRA SOUND', 'Chair', 'chair'];

interface World {
  model: CalendarModel;
  random: Random;
  zone: string;
  setting: Setting;
  /** the days that are planned: texts of dates */
  days: string[];
  patients: string[];
  departments: string[];
  actors: Actor[];
}

const askerOf = (actor: Actor): Asker => ({ id: actor.id, isProgram: actor.role === CLIENT_ROLE });

async function newWorld(zone: string, day: string, setting: Setting, seed: number): Promise<World> {
  const random = randomOf(seed);
  const { pick, chance } = random;
  const noon = Date.parse(`${day}T12:00Z`);
  // Any room of the kind is taken, and the clock goes back: what other worlds have left is gone.
  await rows('UPDATE calendar_resource SET deleted_at = 1');
  await rows('DELETE FROM calendar_hold');
  vi.setSystemTime(noon - 1.7 * DAY);
  const model = new CalendarModel(wallClock(zone, noon - 5 * DAY, noon + 70 * DAY));
  const some = async (count: number, one: () => Promise<Body>): Promise<string[]> => {
    const ids: string[] = [];
    for (let n = 0; n < count; n++) ids.push((await one()).id);
    return ids;
  };
  const departments = await some(2, () => make.department());
  const patients = await some(5, () => make.patient());
  for (const id of await some(2, () => make.doctor())) {
    const weekly = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => {
      const one = () => ({ weekday, department_id: pick(departments), slot_minutes: pick([15, 20, 30]) });
      return [
        { ...one(), from: '08:00', to: pick(['10:00', '12:00']) },
        ...(chance(0.5) ? [{ ...one(), from: '13:00', to: '15:10' }] : []),
        ...(chance(0.4) ? [{ ...one(), from: '23:00', to: pick(['01:30', '04:00']) }] : []),
      ];
    });
    model.doctors.push({ id, weekly, off: chance(0.3) ? [daysLater(day, pick([-1, 1]))] : [] });
  }
  for (const { id, weekly, off } of model.doctors) {
    const exceptions = off.map((date) => ({ date, off: true, hours: [], note: null }));
    await ok('PUT', `/calendar/doctors/${id}/hours`, { json: { weekly, exceptions } });
  }
  for (let n = 0; n < 3; n++) {
    const room = {
      name: `Room ${n}`,
      kind: ['ultra sound', 'Chair'][n] ?? pick(KINDS),
      department_id: pick([null, null, ...departments]),
    };
    const { id } = await ok('POST', '/calendar/resources/', { json: room });
    model.rooms.push({ id, kind: room.kind, department_id: room.department_id });
  }
  for (let n = 0; n < 5; n++) {
    const type = {
      ...{ name: `Type ${n}`, minutes: pick([10, 20, 30, 45]) },
      ...{ buffer_before: pick([0, 0, 5, 15]), buffer_after: pick([0, 0, 10, 30]) },
      department_ids: pick([[], [], departments, [pick(departments)]]),
      doctor_ids: pick([[], [], [model.doctors[0]?.id as string]]),
      ...{ bookable_online: n === 0 || chance(0.6), min_notice_hours: pick([0, 0, 2, 30]) },
      needs: ['ultrasound', 'CHAIR'][n] ?? pick([null, ...KINDS]),
    };
    const { id } = await ok('POST', '/calendar/types/', { json: type });
    model.types.push({ id, ...type, isRetired: false });
  }
  const actors = [
    actorOf('staff'),
    actorOf('admin'),
    await newProgram('system/*.cruds'),
    await newProgram('system/*.cruds'),
  ];
  return {
    model,
    random,
    zone,
    setting,
    days: [-1, 0, 1].map((n) => daysLater(day, n)),
    patients,
    departments,
    actors,
  };
}

/** What one seed does. */
export class Walk {
  readonly counts: Record<string, number> = {};
  private readonly world: World;

  private constructor(world: World) {
    this.world = world;
  }

  static async begin(zone: string, day: string, setting: Setting, seed: number): Promise<Walk> {
    const walk = new Walk(await newWorld(zone, day, setting, seed));
    await walk.changeClosures();
    return walk;
  }

  private count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  private as(actor: Actor, more: CallOptions = {}): CallOptions {
    const { zone, setting } = this.world;
    return { as: actor, ...more, env: { TIME_ZONE: zone, DOUBLE_BOOKING: setting } };
  }

  private tick(): void {
    this.world.model.now = Date.now();
  }

  async step(): Promise<void> {
    const { pick } = this.world.random;
    const one = pick([
      ...[this.book, this.book, this.book, this.book, this.bookOffered, this.bookOffered, this.bookHeld, this.bookHeld],
      ...[this.hold, this.hold, this.hold, this.change, this.change, this.change, this.change, this.moveClock],
      ...[
        this.compareSlots,
        this.series,
        this.cancelSeries,
        this.giveBack,
        this.wantRoom,
        this.moveClock,
        this.rare,
        this.rare,
      ],
    ]);
    this.tick();
    await one.call(this);
  }

  private rare(): Promise<void> {
    const { pick } = this.world.random;
    return pick([
      this.holdMany,
      this.changeClosures,
      this.changeType,
      ...[this.retire, this.retire],
      this.removeRoom,
      ...[this.removePatient, this.removePatient],
      this.moveRoom,
    ]).call(this);
  }

  /** A time of the clocks in one of the days, most often one at which somebody works. */
  private anyTime(): { schedule: string; starts: number } {
    const { model, random, days } = this.world;
    const { pick, below, chance } = random;
    const two = (n: number) => String(n).padStart(2, '0');
    const hour = pick([8, 8, 9, 9, 9, 10, 11, 13, 14, 0, 1, 2, 3, 23]);
    const minute = chance(0.8) ? pick([0, 15, 20, 30, 45, 40]) : 5 * below(12);
    const schedule = `${pick(days)}T${two(hour)}:${two(minute)}`;
    const starts = model.clock.at(schedule);
    return chance(0.15) ? { schedule: new Date(starts).toISOString(), starts } : { schedule, starts };
  }

  /** Around what is taken, or closed. */
  private nearTime(): { schedule: string; starts: number; doctor_id: string } | undefined {
    const { model, random } = this.world;
    const { pick, chance } = random;
    const edges = model.closures.flatMap(({ starts, ends, doctor_id }) =>
      [starts - 30 * MINUTE, starts - 20 * MINUTE, ends, ends].map((edge) => ({
        starts: edge,
        doctor_id: doctor_id ?? pick(model.doctors).id,
      })),
    );
    const taken = pick<{ starts: number; doctor_id: string }[]>([model.open(), model.standing(), edges]);
    if (taken.length === 0 || chance(0.35)) return undefined;
    const one = pick(taken);
    const starts = one.starts + pick([-30, -15, -10, 0, 0, 0, 10, 15, 30]) * MINUTE;
    const text = model.clock.textAt(starts);
    const schedule = model.clock.at(text) === starts ? text : new Date(starts).toISOString();
    return { schedule, starts, doctor_id: one.doctor_id };
  }

  private anyType(): Type | null {
    const { model, random } = this.world;
    return random.chance(0.65) ? random.pick(model.types) : null;
  }

  private anyClaim(): { claim: Claim; sent: Record<string, unknown>; type: Type | null } {
    const { model, random, departments } = this.world;
    const { pick, chance } = random;
    const type = this.anyType();
    const near = this.nearTime();
    const { schedule, starts } = near ?? this.anyTime();
    const minutes = type && chance(0.7) ? undefined : pick([5, 15, 20, 30, 60]);
    const doctor_id = near && chance(0.5) ? near.doctor_id : pick(model.doctors).id;
    const only = type?.department_ids.length === 1 && chance(0.5) ? type.department_ids[0] : undefined;
    const department_id = only ?? pick(departments);
    const claim: Claim = {
      ...{ doctor_id, department_id, type_id: type?.id ?? null },
      ...{ starts, ends: starts + (minutes ?? type?.minutes ?? 15) * MINUTE },
      ...{ before: type?.buffer_before ?? 0, after: type?.buffer_after ?? 0 },
    };
    const sent = {
      ...{ doctor_id, schedule, ...(type && { type_id: type.id }), ...(only ? {} : { department_id }) },
      ...(minutes && { minutes }),
    };
    return { claim, sent, type };
  }

  /** Codes of refusals, with what each may name; and the room that a visit gets. */
  private judge(
    claim: Claim,
    asker: Asker,
    own: Own,
    room: { named?: string; kind?: string | null; prefers?: string | null },
  ) {
    const { model, setting } = this.world;
    const refusals = setting === 'reject' ? model.inTheWay(claim, asker, own) : new Map<string, string[]>();
    const isWanted = Boolean(room.named ?? room.kind);
    const isFree = (id: string) => model.rooms.some((one) => one.id === id) && model.isRoomFree(id, claim, asker, own);
    const preferred = room.prefers && isFree(room.prefers);
    const given = room.named
      ? isFree(room.named)
        ? room.named
        : null
      : room.kind
        ? preferred
          ? room.prefers
          : model.roomOf(room.kind, claim, asker, own)
        : null;
    const isWithout = isWanted && !given;
    if (isWithout && setting === 'reject') refusals.set('no_resource', ['']);
    const isHeld = model.heldBy(claim, asker, own).length > 0;
    return { refusals, given: given ?? undefined, isWithout, isHeld };
  }

  /** The answer is one of the refusals, or a success where there are none. @returns whether it is a success */
  private requireAnswer({ status, body }: Result, refusals: Map<string, string[]>, what: string): boolean {
    const code = body?.code ?? null;
    this.count(status < 300 ? what : code);
    const allowed = [...refusals.keys()];
    const said = `${what}: ${status} ${JSON.stringify(body)}, and the model says ${allowed.join() || 'yes'}`;
    if (allowed.length === 0) {
      expect(status < 300, said).toBe(true);
      return true;
    }
    expect([409, 429], said).toContain(status);
    expect(allowed, said).toContain(code);
    const names = refusals.get(code) ?? [];
    expect(
      names.some((name) => body.detail.includes(name)),
      said,
    ).toBe(true);
    return false;
  }

  /** What is told of a visit that is made nevertheless. */
  private requireTold(
    { headers }: Result,
    { isHeld, isWithout }: { isHeld: boolean; isWithout: boolean },
    what: string,
  ): void {
    const link = headers.get('link') ?? '';
    expect([link.includes('/calendar/slots?'), link.includes('/calendar/resources/')], `${what}: ${link}`).toEqual([
      isHeld,
      isWithout,
    ]);
    if (isHeld) this.count('told of a hold');
    if (isWithout) this.count('told of a room');
  }

  private remember(claim: Claim, body: Body, patient_id: string, more: Partial<Visit> = {}): void {
    this.world.model.visits.push({
      ...{ ...claim, id: body.id, patient_id, room: body.resource_id ?? null },
      ...{ isHolding: true, series_id: null, ...more },
    });
  }

  /** Somebody wants what was taken, without a type. */
  private claimAgain({ doctor_id, department_id, starts, ends }: Claim): ReturnType<Walk['anyClaim']> {
    const claim = { doctor_id, department_id, type_id: null, starts, ends, before: 0, after: 0 };
    const schedule = new Date(starts).toISOString();
    return { claim, sent: { doctor_id, department_id, schedule, minutes: (ends - starts) / MINUTE }, type: null };
  }

  private async book(again?: Claim, itsRoom?: string): Promise<void> {
    const { model, random, actors } = this.world;
    const { pick, chance } = random;
    const actor = pick(actors);
    const asker = askerOf(actor);
    const { claim, sent, type } = again
      ? this.claimAgain(again)
      : asker.isProgram && chance(0.6)
        ? this.offeredClaim(asker)
        : this.anyClaim();
    const { minutes, ...fields } = sent;
    const named = itsRoom ?? (!again && chance(0.2) ? pick(model.rooms).id : undefined);
    // What holds no time is a record of what was, and programs send none here.
    const isHolding = asker.isProgram || again !== undefined || chance(0.9);
    const patient_id = this.anyPatient();
    const json = {
      ...{ ...fields, patient_id, ...(minutes !== undefined && { expected_duration_minutes: minutes }) },
      ...(named && { resource_id: named }),
      ...(!isHolding && { status: pick(['CANCELLED', 'no show']) }),
    };
    const judged = this.judge(claim, asker, {}, { named, kind: named ? null : type?.needs });
    const { refusals } = judged;
    if (!isHolding) refusals.clear();
    if (type?.isRetired) refusals.set('retired', ['']);
    if (type && isHolding && asker.isProgram && !model.isOffered(claim, asker)) refusals.set('not_offered', ['']);
    const answer = await call('POST', '/appointment/', this.as(actor, { json }));
    if (!this.requireAnswer(answer, refusals, 'book')) return;
    const told = { isHeld: isHolding && judged.isHeld, isWithout: isHolding && judged.isWithout };
    this.requireTold(answer, told, 'book');
    const given = isHolding ? judged.given : named;
    expect([answer.body.resource_id, answer.body.type_id]).toEqual([given, type?.id]);
    if (type) expect(answer.body.type).toBe(type.name);
    this.remember(claim, answer.body, patient_id, { isHolding });
  }

  /** A room that a visit or a hold takes, for another doctor, most often. */
  private async wantRoom(): Promise<void> {
    const { model, random } = this.world;
    const { pick } = random;
    const taken: Taken[] = pick<Taken[]>([model.open(), model.open(), model.standing()]).filter(({ room }) => room);
    if (taken.length === 0) return this.hold();
    const { room, ...claim } = pick(taken);
    await this.book({ ...claim, doctor_id: pick(model.doctors).id }, room ?? undefined);
  }

  private anyPatient(): string {
    const { model, random, patients } = this.world;
    return random.pick(patients.filter((id) => !model.gone.has(id)));
  }

  private slotKey = ({ starts, minutes, doctor_id, department_id }: Slot) =>
    `${new Date(starts).toISOString()} ${doctor_id} ${department_id} ${minutes}`;

  /** @returns what is listed */
  private async askSlots(actor: Actor, type: Type | null): Promise<Body[]> {
    const { model, random, days, departments } = this.world;
    const { pick, chance } = random;
    const begin = model.clock.from(`${pick(days)}T00:00`);
    const [from, to] = [begin + pick([0, 0, 9 * HOUR]), begin + pick([DAY, 2 * DAY])];
    const minutes = type && chance(0.7) ? undefined : pick([undefined, 10, 30]);
    const where = pick([
      { doctor_id: pick(model.doctors).id, department_id: null },
      { doctor_id: null, department_id: pick(departments) },
    ]);
    const query = new URLSearchParams({
      ...{ from: new Date(from).toISOString(), to: new Date(to).toISOString() },
      ...(where.doctor_id && { doctor_id: where.doctor_id }),
      ...(where.department_id && { department_id: where.department_id }),
      ...(minutes && { minutes: String(minutes) }),
      ...(type && { type_id: type.id }),
    });
    const listed = (await pages(`/calendar/slots?${query}`, this.as(actor))).flat();
    const found = listed.map((slot: Body) =>
      this.slotKey({ ...slot, starts: Date.parse(slot.starts_at), minutes: slot.expected_duration_minutes }),
    );
    const expected = model
      .slots(askerOf(actor), type, minutes, from, to)
      .filter(({ doctor_id }) => !where.doctor_id || where.doctor_id === doctor_id)
      .filter(({ department_id }) => !where.department_id || where.department_id === department_id)
      .map(this.slotKey);
    expect(found.sort(), `slots of ${type?.name ?? 'no type'}`).toEqual(expected.sort());
    this.count('lists of slots');
    this.counts.slots = (this.counts.slots ?? 0) + found.length;
    return listed;
  }

  private async compareSlots(): Promise<void> {
    await this.askSlots(this.world.random.pick(this.world.actors), this.anyType());
  }

  /** What is offered can be booked, as it is listed. */
  private async bookOffered(): Promise<void> {
    const { model, random, actors } = this.world;
    const { pick } = random;
    const actor = pick(actors);
    const type = this.anyType();
    const listed = await this.askSlots(actor, type);
    if (listed.length === 0) return;
    const slot = pick(listed);
    const patient_id = this.anyPatient();
    const { starts_at: _, ends_at: __, ...body } = slot;
    const answer = await call('POST', '/appointment/', this.as(actor, { json: { ...body, patient_id } }));
    this.requireAnswer(answer, new Map(), 'book what is offered');
    this.requireTold(answer, { isHeld: false, isWithout: false }, 'book what is offered');
    const starts = Date.parse(slot.starts_at);
    const claim = model.claimOf({ ...slot, starts, minutes: slot.expected_duration_minutes }, type);
    const room = type?.needs ? model.roomOf(type.needs, claim, askerOf(actor), {}) : null;
    expect(answer.body.resource_id ?? null).toBe(room);
    this.remember(claim, answer.body, patient_id);
  }

  /** More than an account may have. */
  private async holdMany(): Promise<void> {
    const actor = this.world.random.pick(this.world.actors);
    for (let n = 0; n < 5; n++) await this.hold(actor);
  }

  private async hold(by?: Actor): Promise<void> {
    const { model, random, actors } = this.world;
    const { pick, chance } = random;
    const actor = by ?? pick(actors);
    const asker = askerOf(actor);
    const { claim, sent, type } = !by && chance(0.5) ? this.anyClaim() : this.offeredClaim(asker);
    const behind = asker.isProgram && !by ? pick([null, 'a@family.example', 'b@family.example']) : null;
    const ttl = pick([30, 300, 900, undefined]);
    const json = { ...sent, ...(ttl && { ttl }), ...(behind && { on_behalf_of: behind }) };
    const refusals = model.inTheWay(claim, asker, {});
    const room = type?.needs ? model.roomOf(type.needs, claim, asker, {}) : null;
    if (type?.needs && !room) refusals.set('no_resource', ['']);
    if (type?.isRetired) refusals.set('retired', ['']);
    if (asker.isProgram && !model.isOffered(claim, asker)) refusals.set('not_offered', ['']);
    const own = model.open().filter(({ account }) => account === asker.id);
    if (own.filter((one) => one.behind === behind).length >= 3) refusals.set('throttled', ['']);
    const answer = await call('POST', '/calendar/holds', this.as(actor, { json }));
    if (!this.requireAnswer(answer, refusals, 'hold')) return;
    const { id, resource_id = null, expires_at } = answer.body;
    expect([resource_id, Date.parse(expires_at)]).toEqual([room, model.now + (ttl ?? 300) * 1000]);
    model.holds.push({ ...claim, id, room, account: asker.id, behind, ends_at: Date.parse(expires_at) });
  }

  private offeredClaim(asker: Asker): ReturnType<Walk['anyClaim']> {
    const { model, random, days } = this.world;
    const type = this.anyType();
    const begin = model.clock.from(`${random.pick(days)}T00:00`);
    const slots = model.slots(asker, type, undefined, begin, begin + DAY);
    if (slots.length === 0) return this.anyClaim();
    const slot = random.pick(slots);
    const { doctor_id, department_id, starts, minutes } = slot;
    const schedule = new Date(starts).toISOString();
    const sent = { doctor_id, department_id, schedule, minutes, ...(type && { type_id: type.id }) };
    return { claim: model.claimOf(slot, type), sent, type };
  }

  private anyHold(): Hold | undefined {
    const { model, random } = this.world;
    return model.holds.length === 0 ? undefined : random.pick(model.holds.slice(-6));
  }

  private ownerOf(hold: Hold): Actor {
    const { actors, random } = this.world;
    const owner = actors.find(({ id }) => id === hold.account) as Actor;
    return random.chance(0.9) ? owner : random.pick(actors);
  }

  private end(hold: Hold): void {
    const { model } = this.world;
    model.holds = model.holds.filter((one) => one !== hold);
  }

  private async bookHeld(): Promise<void> {
    const { model } = this.world;
    const hold = this.anyHold();
    if (!hold) return this.hold();
    const actor = this.ownerOf(hold);
    const asker = askerOf(actor);
    const patient_id = this.anyPatient();
    const answer = await call('POST', '/appointment/', this.as(actor, { json: { hold_id: hold.id, patient_id } }));
    if (asker.id !== hold.account || hold.ends_at <= model.now) {
      expect(answer.status, 'a hold that has ended, or is not theirs').toBe(404);
      return this.count('no such hold');
    }
    const type = model.typeOf(hold.type_id);
    const judged = this.judge(hold, asker, { hold: hold.id }, { kind: type?.needs, prefers: hold.room });
    if (type?.isRetired) judged.refusals.set('retired', ['']);
    if (!this.requireAnswer(answer, judged.refusals, 'book what is held')) return;
    this.requireTold(answer, judged, 'book what is held');
    expect([answer.body.resource_id, answer.body.type_id]).toEqual([judged.given, hold.type_id ?? undefined]);
    this.end(hold);
    this.remember(hold, answer.body, patient_id);
  }

  private async giveBack(): Promise<void> {
    const hold = this.anyHold();
    if (!hold) return;
    const actor = this.ownerOf(hold);
    const { status } = await call('DELETE', `/calendar/holds/${hold.id}`, this.as(actor));
    const isOpen = hold.ends_at > this.world.model.now && actor.id === hold.account;
    expect(status, 'give back').toBe(isOpen ? 200 : 404);
    if (isOpen) this.end(hold);
    this.count('give back');
  }

  private async moveClock(): Promise<void> {
    const { model, random } = this.world;
    const held = model.open();
    this.count('clock');
    if (held.length === 0 || random.chance(0.4)) {
      vi.setSystemTime(Date.now() + random.pick([1, 4, 10, 20]) * MINUTE);
      return;
    }
    // To the moment at which a hold ends, or to the one before it; and somebody wants its time.
    const hold = random.pick(held);
    vi.setSystemTime(Math.max(hold.ends_at - random.pick([0, 0, 1]), Date.now()));
    this.tick();
    await this.book(hold);
  }

  private async change(): Promise<void> {
    const { model, random, actors, departments } = this.world;
    const { pick, chance } = random;
    const visits = model.visits.filter(({ patient_id }) => !model.gone.has(patient_id));
    if (visits.length === 0) return;
    const visit = pick(visits);
    const actor = pick(actors);
    const asker = askerOf(actor);
    const after: Visit = { ...visit };
    const json: Record<string, unknown> = {};
    const what = pick([
      'type',
      'type',
      'time',
      'time',
      'doctor',
      'department',
      'length',
      'room',
      'status',
      'status',
      'time and doctor',
    ]);
    if (what.includes('time')) {
      const { schedule, starts } = this.anyTime();
      Object.assign(json, { schedule });
      Object.assign(after, { starts, ends: starts + visit.ends - visit.starts });
    }
    if (what.includes('doctor')) json.doctor_id = after.doctor_id = pick(model.doctors).id;
    if (what === 'department') json.department_id = after.department_id = pick(departments);
    if (what === 'length') {
      const minutes = pick([5, 10, 30, 60]);
      json.expected_duration_minutes = minutes;
      after.ends = after.starts + minutes * MINUTE;
    }
    if (what === 'status') {
      after.isHolding = !visit.isHolding;
      json.status = after.isHolding ? 'SCEDULED' : 'CANCELLED';
    }
    const named = what === 'room' ? (chance(0.3) ? null : pick(model.rooms).id) : undefined;
    if (named !== undefined) json.resource_id = named;

    const type = what === 'type' ? pick(model.types) : model.typeOf(visit.type_id);
    const isOtherType = type !== null && type.id !== visit.type_id;
    if (what === 'type') json.type_id = type?.id;
    if (isOtherType) {
      Object.assign(after, { type_id: type.id, before: type.buffer_before, after: type.buffer_after });
      after.ends = after.starts + type.minutes * MINUTE;
    }

    const [was, is] = [this.busy(visit), this.busy(after)];
    const isWithin = visit.isHolding && was.from <= is.from && is.until <= was.until;
    const takesTime = after.isHolding && !(isWithin && visit.doctor_id === after.doctor_id);
    const takesRoom = named !== undefined || isOtherType || (after.isHolding && !isWithin);
    const kind = named === undefined ? type?.needs : null;
    const byHand = !kind && !model.typeOf(visit.type_id)?.needs ? visit.room : null;
    const asked = (named === undefined ? byHand : named) ?? undefined;
    // Another type takes a room of its own kind, and so goes on with one that is.
    const own = this.kindOf(visit.room);
    const prefers = isOtherType && (!own || !kind || !isSameKind(own, kind)) ? null : visit.room;
    const judged = this.judge(after, asker, { visit: visit.id }, takesRoom ? { named: asked, kind, prefers } : {});
    const { refusals } = judged;
    if (!takesTime) {
      const isMoved = after.isHolding && visit.department_id !== after.department_id;
      for (const code of ['overlap', 'held', ...(isMoved ? [] : ['closed'])]) refusals.delete(code);
    }
    if (!after.isHolding) refusals.clear();
    if (isOtherType && type.isRetired) refusals.set('retired', ['']);
    const isBound = type !== null && asker.isProgram && after.isHolding && (takesTime || isOtherType);
    if (isBound && !model.isOfferedAgain(after, asker)) refusals.set('not_offered', ['']);
    const answer = await call('PATCH', `/calendar/appointments/${visit.id}`, this.as(actor, { json }));
    if (!this.requireAnswer(answer, refusals, `change of ${what}`)) return;
    const told = { isHeld: takesTime && judged.isHeld, isWithout: takesRoom && after.isHolding && judged.isWithout };
    this.requireTold(answer, told, `change of ${what}`);
    after.room = !takesRoom ? visit.room : after.isHolding ? (judged.given ?? null) : (asked ?? null);
    expect(answer.body.resource_id ?? null, `the room after a change of ${what}`).toBe(after.room);
    model.visits = model.visits.map((one) => (one === visit ? after : one));
  }

  private kindOf = (room: string | null): string | undefined =>
    this.world.model.rooms.find(({ id }) => id === room)?.kind;

  private busy = ({ starts, ends, before, after }: Visit) => ({
    from: starts - before * MINUTE,
    until: ends + after * MINUTE,
  });

  private async series(): Promise<void> {
    const { model, random, actors } = this.world;
    const { pick, chance } = random;
    const actor = pick(actors.slice(0, 2));
    const asker = askerOf(actor);
    const { claim, sent, type } = this.anyClaim();
    if (String(sent.schedule).endsWith('Z')) return;
    const { minutes, ...fields } = sent;
    const [every_weeks, count] = [pick([1, 1, 2]), pick([2, 3, 4])];
    const on_conflict = pick(['refuse', 'skip', undefined]);
    const patient_id = this.anyPatient();
    const starts = Array.from({ length: count }, (_, n) => daysLater(String(sent.schedule), 7 * every_weeks * n));
    const until = chance(0.3) ? (starts.at(-1) as string).slice(0, 10) : undefined;
    const json = {
      ...{ ...fields, patient_id, every_weeks, ...(until ? { until } : { count }) },
      ...(on_conflict && { on_conflict }),
      ...(minutes !== undefined && { expected_duration_minutes: minutes }),
    };
    const planned = starts.map((schedule) => {
      const at = model.clock.at(schedule);
      const one = { ...claim, starts: at, ends: at + claim.ends - claim.starts };
      return { schedule, claim: one, ...this.judge(one, asker, {}, { kind: type?.needs }) };
    });
    const refused = planned.filter(({ refusals }) => refusals.size > 0);
    const [first] = refused;
    const all = new Map<string, string[]>();
    if (on_conflict === 'skip') {
      if (refused.length === planned.length) all.set('nothing_free', ['']);
    } else if (first) for (const code of first.refusals.keys()) all.set(code, [first.schedule]);
    if (type?.isRetired) {
      all.clear();
      all.set('retired', ['']);
    }
    const answer = await call('POST', '/calendar/series', this.as(actor, { json }));
    if (!this.requireAnswer(answer, all, 'series')) return;
    const made = planned.filter(({ refusals }) => refusals.size === 0);
    const { id, appointments, skipped } = answer.body;
    expect(appointments.map((one: Body) => [one.schedule, one.resource_id, one.series_id])).toEqual(
      made.map(({ schedule, given }) => [schedule, given, id]),
    );
    expect(skipped.map((one: Body) => one.schedule)).toEqual(refused.map(({ schedule }) => schedule));
    for (const [n, { refusals }] of refused.entries()) expect([...refusals.keys()]).toContain(skipped[n].reason);
    for (const [n, one] of made.entries()) this.remember(one.claim, appointments[n], patient_id, { series_id: id });
    if (skipped.length > 0) this.count('series that skips');
  }

  private async cancelSeries(): Promise<void> {
    const { model, random, actors } = this.world;
    const ids = [...new Set(model.standing().flatMap(({ series_id }) => series_id ?? []))];
    if (ids.length === 0) return this.series();
    const id = random.pick(ids);
    const visits = model.standing().filter(({ series_id }) => series_id === id);
    const from = model.clock.textAt(random.pick(visits).starts).slice(0, 10);
    const first = model.clock.from(`${from}T00:00`);
    const ended = visits.filter(({ starts }) => starts >= first).map((one) => one.id);
    const answer = await ok(
      'POST',
      `/calendar/series/${id}/cancel`,
      this.as(random.pick(actors.slice(0, 2)), { json: { from } }),
    );
    expect(answer.ids.toSorted()).toEqual(ended.toSorted());
    model.visits = model.visits.map((one) => (ended.includes(one.id) ? { ...one, isHolding: false } : one));
    this.count('end of a series');
  }

  async changeClosures(): Promise<void> {
    const { model, random, days, departments } = this.world;
    const { pick, below } = random;
    const { clock } = model;
    const closures = Array.from({ length: 1 + below(4) }, (_, n) => {
      const [from, hours] = [`${pick(days)}T${pick(['02:00', '08:30', '09:00', '09:30', '14:00'])}`, pick([1, 2])];
      const to = new Date(Date.parse(`${from}Z`) + hours * HOUR).toISOString().slice(0, 16);
      const whose = {
        department_id: pick([null, null, ...departments]),
        doctor_id: pick([null, ...model.doctors.map(({ id }) => id)]),
      };
      return { name: `Closure ${n}`, from, to, ...whose };
    }).filter(({ from, to }) => clock.at(from) < clock.at(to));
    await ok('PUT', '/calendar/closures', this.as(actorOf('admin'), { json: { closures } }));
    model.closures = closures.map(({ from, to, ...one }) => ({ ...one, starts: clock.at(from), ends: clock.at(to) }));
    this.count('closures');
  }

  /** Moves nothing that is booked or held. */
  private async changeType(): Promise<void> {
    const { model, random } = this.world;
    const type = random.pick(model.types);
    const changed = {
      minutes: random.pick([10, 25, 40]),
      buffer_before: random.pick([0, 10]),
      buffer_after: random.pick([0, 20]),
    };
    await ok('PATCH', `/calendar/types/${type.id}`, { json: changed });
    Object.assign(type, changed);
    this.count('type');
  }

  private async retire(): Promise<void> {
    const { model, random } = this.world;
    const type = random.pick(model.types);
    await ok('PATCH', `/calendar/types/${type.id}`, { json: { retired: !type.isRetired } });
    type.isRetired = !type.isRetired;
    this.count('retired or back');
  }

  private async moveRoom(): Promise<void> {
    const { model, random, departments } = this.world;
    const room = random.pick(model.rooms);
    const department_id = random.pick([null, ...departments]);
    await ok('PATCH', `/calendar/resources/${room.id}`, { json: { department_id } });
    room.department_id = department_id;
    this.count('room');
  }

  /** One that a visit to come, or a hold, takes stays. */
  private async removeRoom(): Promise<void> {
    const { model, random } = this.world;
    if (model.rooms.length < 2) return;
    const room = random.pick(model.rooms);
    const { now } = model;
    const isComing = model.standing().some((one) => one.room === room.id && one.starts >= now);
    const isTaken = isComing || model.open().some((one) => one.room === room.id);
    const { status, body } = await call('DELETE', `/calendar/resources/${room.id}`, this.as(actorOf('staff')));
    expect([status, body.code], 'a room that is removed').toEqual(isTaken ? [400, 'in_use'] : [200, undefined]);
    this.count(isTaken ? 'room in use' : 'room removed');
    if (!isTaken) model.rooms = model.rooms.filter((one) => one !== room);
  }

  private async removePatient(): Promise<void> {
    const { model, random, patients } = this.world;
    if (model.gone.size > 1) return;
    const id = random.pick(patients.filter((one) => !model.gone.has(one)));
    await ok('DELETE', `/patient/${id}`);
    model.gone.add(id);
    this.count('patient removed');
    // Their time is free.
    const left = model.visits.filter(({ patient_id, isHolding }) => isHolding && patient_id === id);
    if (left.length > 0) await this.book(random.pick(left));
  }

  /** The rows are those of the model, and no room is taken twice; nor, under `reject`, is a doctor. */
  async requireSame(): Promise<void> {
    const { model } = this.world;
    const ids = model.visits.map(({ id }) => id);
    const stored = await rows<Body>(
      `SELECT id, doctor_id, department_id, busy_from, busy_until, resource_id, type_id, series_id, starts_at FROM appointment
       WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
      JSON.stringify(ids),
    );
    const expected = model.visits
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map((one) => ({
        ...{ id: one.id, doctor_id: one.doctor_id, department_id: one.department_id },
        ...{ busy_from: this.busy(one).from, busy_until: this.busy(one).until },
        ...{ resource_id: one.room, type_id: one.type_id, series_id: one.series_id, starts_at: one.starts },
      }));
    expect(stored).toEqual(expected);
    const whose = this.world.setting === 'reject' ? (['room', 'doctor_id'] as const) : (['room'] as const);
    const standing = model.standing();
    for (const one of standing)
      for (const other of standing) {
        if (one.id >= other.id) continue;
        for (const name of whose) {
          if (one[name] === null || one[name] !== other[name]) continue;
          const [a, b] = [this.busy(one), this.busy(other)];
          expect(a.until <= b.from || b.until <= a.from, `${name} is taken once: ${one.id} and ${other.id}`).toBe(true);
        }
      }
  }
}
