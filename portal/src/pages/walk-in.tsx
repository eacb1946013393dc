import { type Schema, unwrap } from 'hospital-service-client';
import { useState } from 'preact/hooks';
import { useAction } from '../actions';
import { dayOf, nameOf } from '../format';
import { hospital } from '../session';
import { toldOf } from '../told';
import { useCreate } from '../unanswered';
import { rememberDepartment, WALK_IN } from '../walk-in';
import { type Ticket, WalkInDone } from './walk-in-done';
import { WalkInForm } from './walk-in-form';
import './walk-in.css';

type Body = Schema<'AppointmentInput'> & Record<'doctor_id' | 'department_id', string>;

interface Props {
  /** the id of the patient for whom it was opened, empty for nobody yet */
  given: string;
  onClose: () => void;
}

/** Checks in who is here without an appointment: patient, department, done. */
export function WalkIn({ given, onClose }: Props) {
  const [done, setDone] = useState<Ticket>();
  const [isNext, setNext] = useState(false);
  const action = useAction();
  const { lost, create } = useCreate<Body>(WALK_IN);

  async function checkIn(body: Body, patient: Parameters<typeof nameOf>[0]) {
    const result = await create(body, (body, headers) => hospital.POST('/appointment/', { body, headers }));
    const { id, queue_number: number, schedule } = unwrap(result);
    rememberDepartment(body.department_id);
    setDone({ id, number, day: dayOf(schedule), name: nameOf(patient), told: toldOf(result) });
  }

  if (!done)
    return <WalkInForm given={isNext ? '' : given} lost={lost} action={action} onCheckIn={checkIn} onClose={onClose} />;
  return (
    <WalkInDone
      ticket={done}
      onClose={onClose}
      onNext={() => {
        setNext(true);
        setDone(undefined);
      }}
    />
  );
}
